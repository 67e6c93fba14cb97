/** What is said of models, their servers and cassettes, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const MODEL = translations({
  'Cannot ask model "{model}": {state}': 'No se puede consultar el modelo "{model}": {state}',
  'Cannot read the answer of model "{model}": {state}':
    'No se puede leer la respuesta del modelo "{model}": {state}',
  "Cannot reach {host}: {state}": "No se puede acceder a {host}: {state}",
  "{host} told of an error": "{host} informó de un error",
  "HTTP {status} from {host}": "HTTP {status} de {host}",
  "{reason}: a redirect, which is not followed": "{reason}: una redirección, que no se sigue",
  "{reason}: a redirect to {target}, which is not followed":
    "{reason}: una redirección a {target}, que no se sigue",
  "{reason}; retry {tried} of {retries} in {seconds} s":
    "{reason}; reintento {tried} de {retries} en {seconds} s",
  "Give the address of the endpoint itself with --api-base.":
    "Indique la dirección del propio servicio con --api-base.",
  "Set {variable} or --api-key to a key that {host} takes.":
    "Ponga en {variable} o en --api-key una clave que {host} acepte.",
  "Take a model with a larger context window, with --model.":
    "Elija un modelo con una ventana de contexto mayor, con --model.",
  "Check the account behind {variable}.": "Compruebe la cuenta a la que pertenece {variable}.",
  "Check the name of the model and its provider prefix, and that the API base ends as the server wants it (often /v1).":
    "Compruebe el nombre del modelo y su prefijo de proveedor, y que la URL base de la API termine como la quiere el servidor (a menudo /v1).",
  "The server asks to wait {seconds} s.": "El servidor pide esperar {seconds} s.",
  "Check that the API base is that of a chat-completions server.":
    "Compruebe que la URL base de la API sea la de un servidor de chat-completions.",
  "Set DENO_TLS_CA_STORE=system to trust the certificates that this machine trusts.":
    "Ponga DENO_TLS_CA_STORE=system para confiar en los certificados en los que confía este equipo.",
  "Raise llm.timeout in the config, or take a faster model.":
    "Aumente llm.timeout en la configuración o elija un modelo más rápido.",
  "Start the server (ollama serve), or give its address with --api-base.":
    "Inicie el servidor (ollama serve) o indique su dirección con --api-base.",
  "Check the network and the API base.": "Compruebe la red y la URL base de la API.",
  "nothing was received for {seconds} s": "no se recibió nada durante {seconds} s",
  "the answer holds no message": "la respuesta no contiene ningún mensaje",
  "the answer is nested too deeply": "la respuesta está anidada con demasiada profundidad",
  "the answer calls a tool without a name": "la respuesta llama a una herramienta sin nombre",
  "a part of the stream is not an object": "una parte del flujo no es un objeto",
  "the stream ended before the answer did": "el flujo terminó antes que la respuesta",
  "the answer is too large": "la respuesta es demasiado grande",
  'it is neither JSON nor an event stream, it begins "{head}"':
    'no es JSON ni un flujo de eventos, empieza por "{head}"',
  "it holds malformed JSON": "contiene JSON mal formado",
  'Cannot use model "{model}": there is no key for {host}':
    'No se puede usar el modelo "{model}": no hay clave para {host}',
  "Set {variable}, or give --api-key; ollama/MODEL needs no key.":
    "Defina {variable} o indique --api-key; ollama/MODEL no necesita clave.",
  'Cannot use model "{model}": it has no name':
    'No se puede usar el modelo "{model}": no tiene nombre',
  "Give one, such as --model gpt-4o or --model ollama/llama3.2.":
    "Indique uno, como --model gpt-4o o --model ollama/llama3.2.",
  'Cannot use API base "{base}": {state}':
    'No se puede usar la URL base de la API "{base}": {state}',
  "Give a URL such as http://localhost:8000/v1.": "Indique una URL como http://localhost:8000/v1.",
  "it is not a URL": "no es una URL",
  "it does not begin with http:// or https://": "no empieza por http:// ni https://",
  "it has a user name or password in it, and a key is given with --api-key":
    "contiene un nombre de usuario o una contraseña, y las claves se indican con --api-key",
  "it has a query or a fragment": "contiene una consulta o un fragmento",
  "Cannot use the key for {host}: it holds a space or a character that is not ASCII":
    "No se puede usar la clave para {host}: contiene un espacio o un carácter que no es ASCII",
  "Copy the key again, without quotes or line breaks.":
    "Copie la clave otra vez, sin comillas ni saltos de línea.",
  "Cannot use the model: what is given for it is a key":
    "No se puede usar el modelo: lo indicado como modelo es una clave",
  "Give the key with --api-key, and a model such as --model gpt-4o.":
    "Indique la clave con --api-key, y un modelo como --model gpt-4o.",
  'Cannot keep a budget with model "{model}": its price is unknown':
    'No se puede respetar un presupuesto con el modelo "{model}": su precio es desconocido',
  "Give its price under costs.prices in the config, or leave the budget out.":
    "Indique su precio en costs.prices de la configuración o prescinda del presupuesto.",
  'Cannot replay cassette "{file}": {state}': 'No se puede reproducir la casete "{file}": {state}',
  'Cannot replay cassette "{file}": there is no answer {number} in it, the last one is {last}':
    'No se puede reproducir la casete "{file}": no contiene la respuesta {number}, la última es {last}',
  "Go on with a real model, with --model, or record a longer cassette.":
    "Continúe con un modelo real, con --model, o grabe una casete más larga.",
  "Record one with --record FILE.": "Grabe una con --record FILE.",
  "Record it again with --record FILE, or mend the line.":
    "Grábela otra vez con --record FILE, o corrija la línea.",
  "line {line} is not JSON": "la línea {line} no es JSON",
  "line {line} is nested too deeply": "la línea {line} está anidada con demasiada profundidad",
  "line {line} is not an object of a cassette": "la línea {line} no es un objeto de una casete",
  'line {line} has a wrong "{key}", wanted: {wanted}':
    'la línea {line} tiene un "{key}" incorrecto, se espera: {wanted}',
  "ids are unique": "identificadores únicos",
  'Cannot read cassette "{file}": {state}': 'No se puede leer la casete "{file}": {state}',
  "Record one with --record FILE, or give another model.":
    "Grabe una con --record FILE, o indique otro modelo.",
  'Cannot record to "{file}": {why}': 'No se puede grabar en "{file}": {why}',
  "Give the name of a file that is not there yet with --record.":
    "Indique con --record el nombre de un archivo que aún no exista.",
  "stdout is for the result": "stdout es para el resultado",
  "there is a file of that name already": "ya hay un archivo con ese nombre",
  "it is no cassette": "no es una casete",
});
