/** Secrets of every known shape, and ordinary text that looks a little like them. */

/** Put together here, so that no scanner takes this file for a leak. */
const LETTERS = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOp";

function fake(prefix: string, length: number): string {
  return prefix + LETTERS.slice(0, length);
}

/** The key that the run itself uses: it has no shape of its own. */
export const KEY = "kx-5f0d9a7b31c2e4-not-like-others";

/** A text that holds a secret. */
export interface SecretAttempt {
  readonly name: string;
  /** One line, as it would stand in a file. */
  readonly line: string;
  /** What of it must be told to nobody. */
  readonly secret: string;
}

function alone(name: string, secret: string): SecretAttempt {
  return { name, line: secret, secret };
}

function inside(name: string, before: string, secret: string, after = ""): SecretAttempt {
  return { name, line: before + secret + after, secret };
}

/** Each is a line of one file. */
export const SECRET_ATTEMPTS: readonly SecretAttempt[] = [
  inside("the key in use", "it is ", KEY, "."),
  inside("the key in use, in a query", "https://x.test/?key=", encodeURIComponent(KEY)),
  alone("OpenAI", fake("sk-", 48)),
  alone("OpenAI, of a project", fake("sk-proj-", 48)),
  alone("OpenAI, of a service account", fake("sk-svcacct-", 40)),
  alone("Anthropic", fake("sk-ant-api03-", 48)),
  alone("OpenRouter", fake("sk-or-v1-", 48)),
  alone("Google", fake("AIza", 35)),
  alone("Google, of OAuth", fake("GOCSPX-", 28)),
  alone("AWS", "AKIA" + "IOSFODNN7EXAMPLE"),
  alone("AWS, for some time", "ASIA" + "IOSFODNN7EXAMPLE"),
  inside("AWS, the secret one", "aws_secret_access_key = ", `"${fake("", 40)}"`),
  alone("GitHub", fake("ghp_", 36)),
  alone("GitHub, of OAuth", fake("gho_", 36)),
  alone("GitHub, of an action", fake("ghs_", 36)),
  alone("GitHub, fine-grained", fake("github_pat_", 40)),
  alone("GitLab", fake("glpat-", 20)),
  alone("Slack", "xox" + "b-1234567890-abcdefghij"),
  alone("Slack, of an app", "xapp-" + "1-A0123456789-1234567890"),
  inside("Slack, a hook", "https://hooks.slack.com/services/", "T00000000/B00000000/abcdefghijkl"),
  alone("npm", fake("npm_", 36)),
  inside("npm, in its config", "//registry.npmjs.org/:_authToken=", fake("npm_", 36)),
  alone("a JWT", "eyJhbGciOi" + "JIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"),
  inside("a header", "Authorization: Bearer ", fake("", 30)),
  inside("a header of curl", 'curl -H "Authorization: Basic ', fake("", 24), '"'),
  inside("a password in a URL", "https://user:", "hunter2", "@example.com/x"),
  inside("a password of a database", "postgres://app:", "s3cr3t-pw", "@db:5432/app"),
  inside("a password of a cluster", "mongodb+srv://app:", "s3cr3t-pw2", "@c0.test/db"),
  inside(
    "a token in the URL of a repository",
    "https://x-access-token:",
    "tok3n-1",
    "@github.com/o/r",
  ),
  inside("*_PASSWORD=", "DB_PASSWORD=", "hunter22"),
  inside("*_TOKEN=", "DEPLOY_TOKEN=", "abcdef123"),
  inside("*_SECRET=", "CLIENT_SECRET=", "correcthorse"),
  inside("*API_KEY=", "WEATHER_API_KEY=", "0a1b2c3d4e"),
  inside("*APIKEY=", "APIKEY=", "9z8y7x6w5v"),
  inside("an export with quotes", "export MY_TOKEN='", "qwerty12345", "'"),
  inside("a line of a Dockerfile", "ENV REDIS_PASSWORD=", "in-docker-1"),
  inside("a line of YAML", "api_key: ", "a1b2c3d4e5f6a7b8"),
  inside("a line of JSON", '{"api_key": "', "a9b8c7d6e5", '", "x": 1}'),
  inside("a line of TOML", 'password = "', "hunter2hunter2", '"'),
  inside("JSON in JSON", '{"env": "{\\"clientSecret\\": \\"', "z9y8x7w6v5u4", '\\"}"}'),
];

/** The lines of a private key, of which no one but the first tells what it is. */
export const PEM_BODY: readonly string[] = Array.from(
  { length: 12 },
  (_, line) => `MIIEpem${line}`.padEnd(64, "Qx7/"),
);

/** Several kinds of private keys, one after another, and a line after them. */
export const PEM = ["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", ""].flatMap((kind) => [
  `-----BEGIN ${kind}PRIVATE KEY-----`,
  ...PEM_BODY,
  `-----END ${kind}PRIVATE KEY-----`,
]).concat("after the keys\n").join("\n");

/** What must come through as it is. */
export const ORDINARY: readonly string[] = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "commit 7c00691f4f5aa3db7a1c4c9ad4ca8a1b0e6a1f1d",
  "550e8400-e29b-41d4-a716-446655440000",
  "image: nginx@sha256:0d17b565c37bcbd895e9d92315a05c1c3c9a29f762b011a10c54a66cd53c9b31",
  '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
  '"resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz"',
  'checksum = "2d0d1f5b3a1c7f0e6a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f"',
  "github.com/a/b v1.2.3 h1:AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG=",
  "PRIMARY_KEY=abcdefgh",
  "PRIMARY KEY (id), FOREIGN KEY (user_id) REFERENCES users (id)",
  "aVeryLongIdentifierThatNobodyWouldCallShortAtAll_WithNumber42",
  "const token = getToken(user, 12345678);",
  "function login(password: string, token?: string): void {}",
  "MAX_TOKENS=4096000",
  "max_tokens: 4096",
  "API_KEY=$OTHER_KEY",
  "API_KEY=${{ secrets.API_KEY }}",
  "const API_KEY = process.env.API_KEY;",
  "{ API_KEY: keyFromEnvironment }",
  '"password": "Password"',
  '"token": "Enter your token"',
  "postgres://user:$PASSWORD@db",
  "postgres://user:${DB_PASSWORD}@db",
  "http://localhost:8080/a@b",
  "git@github.com:owner/repo.git",
  "mailto:somebody@example.com",
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG4rT3vTt99Ox5kndS4HmgTrKBT8SKzhK4rhGkEVGlCI a@b",
  "-----BEGIN CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----",
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
  "sk-folding-cube sk-chasing-dots sk-fading-circle",
  "sk-learn-hyperparameter_optimization.py",
  "task-management-is-a-long-word-with-many-dashes",
  "npm_config_registry_and_more_of_it_to_be_long",
  "Bearer of good news",
  "eyJ is how JSON begins in base64",
  "ALL=(root) NOPASSWD: /bin/systemctl restart x",
  "secret: true",
];
