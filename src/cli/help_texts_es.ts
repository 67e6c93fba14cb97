// Written by scripts/make_help.ts.

const EXIT_CODES = `
Códigos de salida:

  0    éxito
  1    fallo: error del modelo, error inesperado
  2    parcial: límite de pasos, presupuesto, contexto (lo cambia
       --exit-code-on-partial)
  3    uso o configuración: opción o configuración incorrecta, identificador de
       sesión desconocido o ambiguo, falta un permiso
  4    autenticación: falta la clave o fue rechazada
  5    límite de tiempo (estado partial)
  6    sesión dañada, demasiado grande o escrita por un architect más nuevo
  7    sesión en uso por otro proceso, o cambiada entretanto
  8    la sesión no se puede guardar
  130  interrumpido: SIGINT, SIGTERM, SIGHUP
`;

/** The help of every command, by its words: what `--help` prints where there are no colours. */
// deno-fmt-ignore
export const HELP_TEXTS: Readonly<Record<string, string>> = {
  "": `
Uso:     architect <command> [flags]
Versión: 0.1.0

Descripción:

  Agente de programación sin interfaz: sus sesiones resisten toda interrupción.

Opciones:

  -h, --help             - Muestra esta ayuda.
  -V, --version          - Muestra la versión.
  --lang         <lang>  - Idioma de lo que se muestra: en o es.

Comandos:

  run          [prompt]       - Ejecuta una tarea: la sesión se guarda después
                                de cada paso.
  resume       [id] [prompt]  - Sigue donde paró una sesión: su identificador,
                                un prefijo único o last.
  sessions                    - Lista las sesiones de esta carpeta, de la más
                                reciente a la más antigua.
  cleanup                     - Elimina sesiones antiguas. Ninguna se elimina
                                nunca por sí sola.
  permissions  [command...]   - Muestra lo máximo que puede hacer cada comando,
                                y lo concedido al programa.
  schema                      - Imprime el JSON Schema de lo que imprimen --json
                                y --events.
  completions                 - Imprime un script que autocompleta comandos,
                                opciones y sesiones en un shell.

Ejemplos:

  Ejecutar una tarea: architect run "añade tests a user.py"
  Seguir con ella:    architect resume last
  Ver lo que hay:     architect sessions
${EXIT_CODES}`,
  "run": `
Uso:     architect run <prompt> [flags]
Versión: 0.1.0

Descripción:

  Ejecuta una tarea: la sesión se guarda después de cada paso.

Opciones:

  -h, --help                         - Muestra esta ayuda.
  --lang                  <lang>     - Idioma de lo que se muestra: en o es.
  --session               <id>       - Sesión con la que seguir: un
                                       identificador, un prefijo único o last.
  --no-session                       - No guarda nada.
  --fork                             - Sigue en una sesión nueva; la indicada
                                       queda como está.
  --from-step             <step>     - --fork, desde el final de un paso; 0:
                                       desde el principio.
  -a, --agent             <agent>    - build, plan, resume, review o uno de la
                                       configuración.
  -m, --mode              <mode>     - confirm-all, confirm-sensitive o yolo.
  --model                 <name>     - Modelo, como gpt-4o, ollama/qwen3 o
                                       replay:FILE.
  --api-base              <url>      - Servidor que habla el protocolo
                                       chat-completions.
  --api-key               <key>      - Clave para él; mejor darla como
                                       ARCHITECT_API_KEY.
  --budget                <usd>      - Lo máximo que puede costar la sesión;
                                       +USD: además de lo gastado.
  --timeout               <seconds>  - Límite de tiempo de esta ejecución.
  --max-steps             <n>        - Límite de pasos de esta ejecución.
  --dry-run                          - No cambia nada; dice lo que cambiaría.
  --json                             - Imprime un documento JSON.
  --events                           - Imprime JSON Lines según ocurren las
                                       cosas; al final, el documento de --json.
  --events-text                      - --events, con el texto del modelo según
                                       llega.
  --quiet                            - No muestra el progreso en stderr.
  -v, --verbose                      - Más progreso; la traza de los errores
                                       inesperados.
  -c, --config            <file>     - Archivo de configuración dentro de la
                                       carpeta de trabajo, o -.
  --allow-commands                   - Permite al agente ejecutar comandos.
  --no-commands                      - No lo permite, diga lo que diga la
                                       configuración.
  --no-stream                        - Pide las respuestas enteras.
  --record                <file>     - Graba las respuestas del modelo en una
                                       casete.
  --exit-code-on-partial  <code>     - Código de salida de una ejecución
                                       parcial, en lugar de 2.

Ejemplos:

  Una tarea:         architect run "añade tests a user.py" --mode yolo
  En CI:             architect run "arréglalo" --mode yolo --budget 1.50 --json
  Instrucción larga: architect run - < task.md
  Si parece opción:  architect run -- "-v no está documentado, corrígelo"
${EXIT_CODES}`,
  "resume": `
Uso:     architect resume [id] [prompt] [flags]
Versión: 0.1.0

Descripción:

  Sigue donde paró una sesión: su identificador, un prefijo único o last.

Opciones:

  -h, --help                         - Muestra esta ayuda.
  --lang                  <lang>     - Idioma de lo que se muestra: en o es.
  --fork                             - Sigue en una sesión nueva; la indicada
                                       queda como está.
  --from-step             <step>     - --fork, desde el final de un paso; 0:
                                       desde el principio.
  -a, --agent             <agent>    - build, plan, resume, review o uno de la
                                       configuración.
  -m, --mode              <mode>     - confirm-all, confirm-sensitive o yolo.
  --model                 <name>     - Modelo, como gpt-4o, ollama/qwen3 o
                                       replay:FILE.
  --api-base              <url>      - Servidor que habla el protocolo
                                       chat-completions.
  --api-key               <key>      - Clave para él; mejor darla como
                                       ARCHITECT_API_KEY.
  --budget                <usd>      - Lo máximo que puede costar la sesión;
                                       +USD: además de lo gastado.
  --timeout               <seconds>  - Límite de tiempo de esta ejecución.
  --max-steps             <n>        - Límite de pasos de esta ejecución.
  --dry-run                          - No cambia nada; dice lo que cambiaría.
  --json                             - Imprime un documento JSON.
  --events                           - Imprime JSON Lines según ocurren las
                                       cosas; al final, el documento de --json.
  --events-text                      - --events, con el texto del modelo según
                                       llega.
  --quiet                            - No muestra el progreso en stderr.
  -v, --verbose                      - Más progreso; la traza de los errores
                                       inesperados.
  -c, --config            <file>     - Archivo de configuración dentro de la
                                       carpeta de trabajo, o -.
  --allow-commands                   - Permite al agente ejecutar comandos.
  --no-commands                      - No lo permite, diga lo que diga la
                                       configuración.
  --no-stream                        - Pide las respuestas enteras.
  --record                <file>     - Graba las respuestas del modelo en una
                                       casete.
  --exit-code-on-partial  <code>     - Código de salida de una ejecución
                                       parcial, en lugar de 2.

Ejemplos:

  La más reciente:  architect resume last
  Elegir una:       architect resume
  Otro presupuesto: architect resume 20260223-143022-a1b2c3 --budget +1.00
  Otro camino:      architect resume 20260223-14 --from-step 4 "sin clases"
  Otra petición:    architect resume 20260223-14 "ahora la documentación"
${EXIT_CODES}`,
  "sessions": `
Uso:     architect sessions [command] [flags]
Versión: 0.1.0

Descripción:

  Lista las sesiones de esta carpeta, de la más reciente a la más antigua.

Opciones:

  -h, --help            - Muestra esta ayuda.
  --lang      <lang>    - Idioma de lo que se muestra: en o es.
  --status    <status>  - Solo estas: running, success, partial, failed,
                          interrupted o corrupt.
  --grep      <text>    - Solo aquellas cuya tarea contiene el texto, en
                          mayúsculas o minúsculas.
  --limit     <n>       - Cuántas como máximo.
  --json                - Imprime una lista JSON.

Comandos:

  show    <id>    - Muestra una sesión: sus ejecuciones, sus pasos, su última
                    respuesta.
  stats           - Muestra éxitos, pasos y costes: en total, por día, por
                    modelo y por agente.
  export  <id>    - Exporta una sesión: para comentarla, verla, procesarla o
                    importarla.
  import  <file>  - Importa una sesión de un paquete de sessions export; - lee
                    de stdin.
  fork    <id>    - Crea una sesión nueva a partir de otra, hasta un paso; la
                    otra no cambia.
  verify  [id]    - Lee cada byte de una sesión, o de todas, y dice qué está
                    mal; lo repara.
  delete  <id>    - Elimina una sesión, dado su identificador completo, si no
                    está en uso.

Ejemplos:

  Todo:           architect sessions
  Con qué seguir: architect sessions --status interrupted --limit 5
  En un script:   architect sessions --json | jq -r '.[0].id'
${EXIT_CODES}`,
  "sessions show": `
Uso:     architect sessions show <id>
Versión: 0.1.0

Descripción:

  Muestra una sesión: sus ejecuciones, sus pasos, su última respuesta.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  --messages          - Muestra enteros todos los mensajes.
  --json              - Imprime el estado entero como un documento JSON.

Ejemplos:

  La más reciente: architect sessions show last
  Su coste:        architect sessions show 20260223-14 --json | jq .total_cost
${EXIT_CODES}`,
  "sessions stats": `
Uso:     architect sessions stats
Versión: 0.1.0

Descripción:

  Muestra éxitos, pasos y costes: en total, por día, por modelo y por agente.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  --since     <days>  - Solo las sesiones guardadas en los últimos N días.
  --json              - Imprime un documento JSON.

Ejemplos:

  Este mes:   architect sessions stats --since 31
  Lo gastado: architect sessions stats --json | jq .cost_usd
${EXIT_CODES}`,
  "sessions export": `
Uso:     architect sessions export <id>
Versión: 0.1.0

Descripción:

  Exporta una sesión: para comentarla, verla, procesarla o importarla.

Opciones:

  -h, --help              - Muestra esta ayuda.
  --lang        <lang>    - Idioma de lo que se muestra: en o es.
  --format      <format>  - md: Markdown para un comentario (por omisión); html:
                            una página; json: todo; bundle: para importar.
  -o, --output  <file>    - Escribe en un archivo de esta carpeta; por omisión:
                            stdout.

Ejemplos:

  Para verla:   architect sessions export last --format html -o session.html
  Comentar:     architect sessions export last | gh pr comment 7 --body-file -
  Llevársela:   architect sessions export last --format bundle -o a.bundle
  Sus mensajes: architect sessions export last --format json | jq '.messages'
${EXIT_CODES}`,
  "sessions import": `
Uso:     architect sessions import <file>
Versión: 0.1.0

Descripción:

  Importa una sesión de un paquete de sessions export; - lee de stdin.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  --new-id            - Con un identificador propio, junto a lo que ya hay.
  --json              - Imprime un documento JSON.

Ejemplos:

  Más tarde:     architect sessions import session.bundle
  Y seguir:      architect resume "\$(architect sessions import session.bundle)"
  De otro sitio: architect sessions import - < /tmp/session.bundle
${EXIT_CODES}`,
  "sessions fork": `
Uso:     architect sessions fork <id>
Versión: 0.1.0

Descripción:

  Crea una sesión nueva a partir de otra, hasta un paso; la otra no cambia.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  --at        <step>  - El último paso que se conserva; 0: ninguno. Por omisión:
                        todos.
  --json              - Imprime un documento JSON.

Ejemplos:

  Desde el paso 4:   architect sessions fork 20260223-14 --at 4
  Y seguir con ella: architect resume 20260223-14 --from-step 4
${EXIT_CODES}`,
  "sessions verify": `
Uso:     architect sessions verify [id]
Versión: 0.1.0

Descripción:

  Lee cada byte de una sesión, o de todas, y dice qué está mal; lo repara.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  --repair            - Repara lo que se pueda; de lo dañado se conserva una
                        copia.
  --dry-run           - No repara nada; dice lo que repararía.
  --json              - Imprime un documento JSON.

Ejemplos:

  Todo:      architect sessions verify
  Ver antes: architect sessions verify last --repair --dry-run
  Una:       architect sessions verify 20260223-14 --repair
${EXIT_CODES}`,
  "sessions delete": `
Uso:     architect sessions delete <id>
Versión: 0.1.0

Descripción:

  Elimina una sesión, dado su identificador completo, si no está en uso.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  --json              - Imprime un documento JSON.

Ejemplos:

  Una: architect sessions delete 20260223-143022-a1b2c3
${EXIT_CODES}`,
  "cleanup": `
Uso:     architect cleanup
Versión: 0.1.0

Descripción:

  Elimina sesiones antiguas. Ninguna se elimina nunca por sí sola.

Opciones:

  -h, --help              - Muestra esta ayuda.
  --lang        <lang>    - Idioma de lo que se muestra: en o es.
  --older-than  <days>    - Edad en días; por omisión:
                            sessions.cleanup_after_days de la configuración, 7.
  --status      <status>  - Solo estas: running, success, partial, failed,
                            interrupted o corrupt.
  --damaged               - También las dañadas, según la edad del archivo.
  --dry-run               - No elimina nada; dice lo que eliminaría.
  --json                  - Imprime un documento JSON.

Ejemplos:

  Ver antes:        architect cleanup --dry-run
  De más de un mes: architect cleanup --older-than 30
${EXIT_CODES}`,
  "permissions": `
Uso:     architect permissions [command...]
Versión: 0.1.0

Descripción:

  Muestra lo máximo que puede hacer cada comando, y lo concedido al programa.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  --json              - Imprime un documento JSON.

Ejemplos:

  Todos:        architect permissions
  Uno de ellos: architect permissions sessions show
  En un script: architect permissions run --json | jq .granted.net
${EXIT_CODES}`,
  "schema": `
Uso:     architect schema
Versión: 0.1.0

Descripción:

  Imprime el JSON Schema de lo que imprimen --json y --events.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.

Ejemplos:

  Todo:    architect schema > architect.schema.json
  Nombres: architect schema | jq '."\$defs" | keys'
${EXIT_CODES}`,
  "completions": `
Uso:     architect completions
Versión: 0.1.0

Descripción:

  Imprime un script que autocompleta comandos, opciones y sesiones en un shell.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.

Comandos:

  bash  - Imprime el script de autocompletado para bash.
  zsh   - Imprime el script de autocompletado para zsh.
  fish  - Imprime el script de autocompletado para fish.

Ejemplos:

  bash: source <(architect completions bash)
  zsh:  source <(architect completions zsh)
  fish: architect completions fish | source
${EXIT_CODES}`,
  "completions bash": `
Uso:     architect completions bash
Versión: 0.1.0

Descripción:

  Imprime el script de autocompletado para bash.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  -n, --name  <name>  - Cómo se llama aquí el programa: architect-sandbox.

Ejemplos:

  En su archivo de inicio: source <(architect completions bash)
${EXIT_CODES}`,
  "completions zsh": `
Uso:     architect completions zsh
Versión: 0.1.0

Descripción:

  Imprime el script de autocompletado para zsh.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  -n, --name  <name>  - Cómo se llama aquí el programa: architect-sandbox.

Ejemplos:

  En su archivo de inicio: source <(architect completions zsh)
${EXIT_CODES}`,
  "completions fish": `
Uso:     architect completions fish
Versión: 0.1.0

Descripción:

  Imprime el script de autocompletado para fish.

Opciones:

  -h, --help          - Muestra esta ayuda.
  --lang      <lang>  - Idioma de lo que se muestra: en o es.
  -n, --name  <name>  - Cómo se llama aquí el programa: architect-sandbox.

Ejemplos:

  En su archivo de inicio: architect completions fish | source
${EXIT_CODES}`,
};
