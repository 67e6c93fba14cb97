/** What is wrong with a stored session, and what was made of it, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. */
export const SESSION_DAMAGE = translations({
  "{key} is missing": "falta {key}",
  "{key} is {value}, and {wanted} is wanted": "{key} es {value}, y se espera {wanted}",
  "a text": "un texto",
  "a list of texts": "una lista de textos",
  "a whole number of 0 or more": "un número entero igual o mayor que 0",
  "a number of 0 or more": "un número igual o mayor que 0",
  "true or false": "true o false",
  "an object": "un objeto",
  "a list": "una lista",
  "one of {words}": "uno de {words}",
  "a text, null or a list of parts": "un texto, null o una lista de partes",
  "an id such as {id}": "un identificador como {id}",
  "a time": "una fecha y hora",
  "the content": "el contenido",
  "{key} is there, and only an assistant calls tools":
    "{key} está presente, y solo un asistente llama a herramientas",
  "{key} is there twice, with different values": "{key} está dos veces, con valores distintos",
  "empty file": "archivo vacío",
  "empty line": "línea vacía",
  "larger than 64 MiB": "ocupa más de 64 MiB",
  "it is larger than 256 MiB": "ocupa más de 256 MiB",
  "not valid UTF-8": "no es UTF-8 válido",
  "not valid JSON: {detail}": "no es JSON válido: {detail}",
  "a hole of NUL bytes is in the file": "hay un hueco de bytes NUL en el archivo",
  "it is nested deeper than {count} levels": "está anidado en más de {count} niveles",
  "it holds more than {count} values": "contiene más de {count} valores",
  "it holds too many values, with the lines before it":
    "contiene demasiados valores, con las líneas anteriores",
  "first_message is 0, and messages count from 1":
    "first_message es 0, y los mensajes se cuentan desde 1",
  "its first line is no header": "su primera línea no es una cabecera",
  "line {line}: {reason}": "línea {line}: {reason}",
  "it tells of {path}, which leads out of the workspace":
    "menciona {path}, que lleva fuera de la carpeta de trabajo",

  "its state is gone": "su estado ya no está",
  "its state cannot be read: {reason}": "su estado no se puede leer: {reason}",
  "its state is gone; a resume rebuilds it from its history":
    "su estado ya no está; al reanudarla se reconstruye a partir de su historial",
  "it has no state, and its history is {kind}": "no tiene estado, y su historial es {kind}",
  "its state is gone, and its history cannot be read: {reason}":
    "su estado ya no está, y su historial no se puede leer: {reason}",
  "its state is gone, and its history is larger than 256 MiB":
    "su estado ya no está, y su historial ocupa más de 256 MiB",
  "its state is damaged ({why}), and its history is larger than 256 MiB":
    "su estado está dañado ({why}), y su historial ocupa más de 256 MiB",
  "its history cannot be read: {reason}": "su historial no se puede leer: {reason}",
  "its history is damaged in {place}": "su historial está dañado en {place}",
  "{damage} (it was being written)": "{damage} (se estaba escribiendo)",
  "{damage}, and {count} lines follow": "{damage}; líneas que siguen: {count}",
  "{damage}, and the line after it not read": "{damage}; la línea siguiente no se ha leído",
  "{damage}, and the {count} lines after it not read":
    "{damage}; las {count} líneas siguientes no se han leído",
  "the last line of its history is torn ({count} bytes)":
    "la última línea de su historial está cortada ({count} bytes)",
  "line {line} of its history numbers messages beyond the {count} of its state":
    "la línea {line} de su historial numera mensajes más allá de los {count} de su estado",
  "message {number} is another in its history than in its state":
    "el mensaje {number} es distinto en su historial y en su estado",
  "message {number} is another in its history than in its state, which is shown":
    "el mensaje {number} es distinto en su historial y en su estado, que es el que se muestra",
  "its history goes on after its state": "su historial sigue más allá de su estado",
  "its history is gone": "su historial ya no está",
  "its history is gone, and with it {count} messages":
    "su historial ya no está; mensajes que se han perdido con él: {count}",
  "its history lacks message {number}": "a su historial le falta el mensaje {number}",
  "its history lacks the messages {first} to {last}":
    "a su historial le faltan los mensajes del {first} al {last}",
  "its history lacks {count} messages": "a su historial le faltan mensajes: {count}",
  "its state lacks {count} messages of its history":
    "a su estado le faltan mensajes de su historial: {count}",
  "message {number} is gone": "falta el mensaje {number}",
  "messages {first} to {last} are gone": "faltan los mensajes del {first} al {last}",
  "older messages are gone, and nobody counted them":
    "faltan mensajes más antiguos, y nadie los contó",
  "call {id} has no result": "la llamada {id} no tiene resultado",
  "message {number} is a result without its call":
    "el mensaje {number} es un resultado sin su llamada",
  "message {number} is a second result of its call":
    "el mensaje {number} es un segundo resultado de su llamada",
  "message {number} has two calls {id}": "el mensaje {number} tiene dos llamadas {id}",
  "updated_at ({updated}) is before started_at ({started})":
    "updated_at ({updated}) es anterior a started_at ({started})",
  "updated_at ({updated}) is in the future": "updated_at ({updated}) está en el futuro",
  "a run that died left {name}": "una ejecución que murió dejó {name}",
  "its removal was cut off: architect cleanup finishes it":
    "su eliminación quedó a medias: architect cleanup la termina",
  "its lock is {kind}": "su archivo de bloqueo es {kind}",
  "{name} may be read or written by others (mode {mode})":
    "otros pueden leer o escribir {name} (modo {mode})",

  "take over what can be read of it": "conservar lo que se pueda leer de él",
  "rebuild it from its history": "reconstruirlo a partir de su historial",
  "keep what can still be read of it": "conservar lo que aún se pueda leer de él",
  "none is needed: a resume puts it right": "no hace falta: se arregla al reanudar",
  "cut it off": "cortarla",
  "leave it out, and keep the rest": "quitarla y conservar el resto",
  "begin a new one with the messages of the state": "empezar uno nuevo con los mensajes del estado",
  "take them into the state": "llevarlos al estado",
  "mark the gap": "marcar el hueco",
  "believe the state, and begin its history anew from there":
    "dar por bueno el estado y empezar su historial de nuevo desde ahí",
  "remove it": "eliminarlo",
  "set mode {mode}": "poner el modo {mode}",
  "what could be read of it: {messages}, {read} of {count} steps":
    "lo que se ha podido leer de ella: {messages}, pasos: {read} de {count}",
  "1 message": "1 mensaje",
  "{count} messages": "{count} mensajes",
  "{rest}, without its mode and tools; what it has cost is its budget until --budget gives another":
    "{rest}, sin su modo ni sus herramientas; lo que ha costado es su presupuesto hasta que --budget dé otro",

  "the state of session {id} is gone and was rebuilt from its history: {count} messages came back":
    "el estado de la sesión {id} ya no está y se ha reconstruido a partir de su historial; mensajes recuperados: {count}",
  "the state of session {id} is damaged ({why}) and was rebuilt from its history: {count} messages came back":
    "el estado de la sesión {id} está dañado ({why}) y se ha reconstruido a partir de su historial; mensajes recuperados: {count}",
  "the state of session {id} was older than its history: {count} messages came back":
    "el estado de la sesión {id} era más antiguo que su historial; mensajes recuperados: {count}",
  "the damaged file tells of {count} more steps, which are in no history":
    "pasos que menciona el archivo dañado y que no están en ningún historial: {count}",
  "the damaged file is kept as .architect/sessions/{name}":
    "el archivo dañado se conserva como .architect/sessions/{name}",
  "the history of session {id} lacks {count} messages":
    "al historial de la sesión {id} le faltan mensajes: {count}",
  "the history of session {id} is gone, and with it {count} messages":
    "el historial de la sesión {id} ya no está; mensajes que se han perdido con él: {count}",
  "the history of this session is larger than 256 MiB and is not read: going on with its last messages":
    "el historial de esta sesión ocupa más de 256 MiB y no se lee: se sigue con sus últimos mensajes",
  "Nothing was changed.": "No se ha cambiado nada.",
  "Nothing was changed. See what is there, and what a repair would do: {command}":
    "No se ha cambiado nada. Vea lo que hay y lo que haría una reparación: {command}",
});
