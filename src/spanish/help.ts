/** The help, in Spanish. */

import { translations } from "./table.ts";

/** English to Spanish. Descriptions of commands stand in one line of a terminal. */
export const HELP = translations({
  "Usage": "Uso",
  "Version": "Versión",
  "Description": "Descripción",
  "Options": "Opciones",
  "Examples": "Ejemplos",
  "Exit codes": "Códigos de salida",

  "success": "éxito",
  "failed: model error, unexpected": "fallo: error del modelo, error inesperado",
  "partial: max steps, budget, context (--exit-code-on-partial changes it)":
    "parcial: límite de pasos, presupuesto, contexto (lo cambia --exit-code-on-partial)",
  "usage or configuration: bad flag or config, unknown or ambiguous session id, missing permission":
    "uso o configuración: opción o configuración incorrecta, identificador de sesión desconocido o " +
    "ambiguo, falta un permiso",
  "authentication: missing or refused key": "autenticación: falta la clave o fue rechazada",
  "timeout (status partial)": "límite de tiempo (estado partial)",
  "session damaged, too large, or written by a newer architect":
    "sesión dañada, demasiado grande o escrita por un architect más nuevo",
  "session in use by another process, or changed under us":
    "sesión en uso por otro proceso, o cambiada entretanto",
  "session cannot be saved": "la sesión no se puede guardar",
  "interrupted: SIGINT, SIGTERM, SIGHUP": "interrumpido: SIGINT, SIGTERM, SIGHUP",

  "Show this help.": "Muestra esta ayuda.",
  "Show the version.": "Muestra la versión.",
  "Language of what is shown: en or es.": "Idioma de lo que se muestra: en o es.",
  "Print one JSON document.": "Imprime un documento JSON.",
  "All:": "Todo:",
  "One:": "Una:",
  "See first:": "Ver antes:",
  "In a script:": "En un script:",
  "Go on with it:": "Seguir con ella:",

  "A headless coding agent whose sessions survive every interruption.":
    "Agente de programación sin interfaz: sus sesiones resisten toda interrupción.",
  "Run a task:": "Ejecutar una tarea:",
  "See what there is:": "Ver lo que hay:",
  'architect run "add tests to user.py"': 'architect run "añade tests a user.py"',

  "Run a task: the session is saved after each step.":
    "Ejecuta una tarea: la sesión se guarda después de cada paso.",
  "A task:": "Una tarea:",
  "In CI:": "En CI:",
  "A long prompt:": "Instrucción larga:",
  "A prompt like a flag:": "Si parece opción:",
  'architect run "add tests to user.py" --mode yolo':
    'architect run "añade tests a user.py" --mode yolo',
  'architect run "fix it" --mode yolo --budget 1.50 --json':
    'architect run "arréglalo" --mode yolo --budget 1.50 --json',
  'architect run -- "-v is not documented, fix that"':
    'architect run -- "-v no está documentado, corrígelo"',

  "Go on where a session stopped: its id, a unique prefix, or last.":
    "Sigue donde paró una sesión: su identificador, un prefijo único o last.",
  "The newest session:": "La más reciente:",
  "Pick one:": "Elegir una:",
  "With a new budget:": "Otro presupuesto:",
  "Another way:": "Otro camino:",
  "With a new wish:": "Otra petición:",
  'architect resume 20260223-14 --from-step 4 "no class"':
    'architect resume 20260223-14 --from-step 4 "sin clases"',
  'architect resume 20260223-14 "now the documentation"':
    'architect resume 20260223-14 "ahora la documentación"',

  "Session to go on with: an id, a unique prefix, or last.":
    "Sesión con la que seguir: un identificador, un prefijo único o last.",
  "Save nothing.": "No guarda nada.",
  "Go on in a new session; the one that is named stays as it is.":
    "Sigue en una sesión nueva; la indicada queda como está.",
  "--fork, from the end of a step on; 0: from the beginning.":
    "--fork, desde el final de un paso; 0: desde el principio.",
  "build, plan, resume, review or one from the config.":
    "build, plan, resume, review o uno de la configuración.",
  "confirm-all, confirm-sensitive or yolo.": "confirm-all, confirm-sensitive o yolo.",
  "Model, such as gpt-4o, ollama/qwen3 or replay:FILE.":
    "Modelo, como gpt-4o, ollama/qwen3 o replay:FILE.",
  "Server that speaks the chat-completions protocol.":
    "Servidor que habla el protocolo chat-completions.",
  "Key for it; better given as ARCHITECT_API_KEY.":
    "Clave para él; mejor darla como ARCHITECT_API_KEY.",
  "Most the session may cost; +USD: on top of what is spent.":
    "Lo máximo que puede costar la sesión; +USD: además de lo gastado.",
  "Time limit of this run.": "Límite de tiempo de esta ejecución.",
  "Step limit of this run.": "Límite de pasos de esta ejecución.",
  "Change nothing; report what would be changed.": "No cambia nada; dice lo que cambiaría.",
  "Print JSON Lines as things happen, the document of --json last.":
    "Imprime JSON Lines según ocurren las cosas; al final, el documento de --json.",
  "--events, with the model's text as it arrives.":
    "--events, con el texto del modelo según llega.",
  "No progress on stderr.": "No muestra el progreso en stderr.",
  "More progress; a stack for unexpected errors.":
    "Más progreso; la traza de los errores inesperados.",
  "Config file inside the workspace, or -.":
    "Archivo de configuración dentro de la carpeta de trabajo, o -.",
  "Let the agent run commands.": "Permite al agente ejecutar comandos.",
  "Do not, whatever the config says.": "No lo permite, diga lo que diga la configuración.",
  "Ask for whole answers.": "Pide las respuestas enteras.",
  "Record the model's answers as a cassette.": "Graba las respuestas del modelo en una casete.",
  "Exit code of a partial run, instead of 2.":
    "Código de salida de una ejecución parcial, en lugar de 2.",

  "List the sessions of this folder, newest first.":
    "Lista las sesiones de esta carpeta, de la más reciente a la más antigua.",
  "Only these: running, success, partial, failed, interrupted or corrupt.":
    "Solo estas: running, success, partial, failed, interrupted o corrupt.",
  "Only those whose task holds the text, whatever its case.":
    "Solo aquellas cuya tarea contiene el texto, en mayúsculas o minúsculas.",
  "At most so many.": "Cuántas como máximo.",
  "Print one JSON array.": "Imprime una lista JSON.",
  "What to go on with:": "Con qué seguir:",

  "Show a session: its runs, its steps, its last answer.":
    "Muestra una sesión: sus ejecuciones, sus pasos, su última respuesta.",
  "Show every message whole.": "Muestra enteros todos los mensajes.",
  "Print the whole state as one JSON document.": "Imprime el estado entero como un documento JSON.",
  "The newest:": "La más reciente:",
  "Its cost:": "Su coste:",

  "Show success, steps and costs: of all sessions, by day, model and agent.":
    "Muestra éxitos, pasos y costes: en total, por día, por modelo y por agente.",
  "Only sessions that were saved in the last so many days.":
    "Solo las sesiones guardadas en los últimos N días.",
  "This month:": "Este mes:",
  "What was spent:": "Lo gastado:",

  "Export a session: to comment with, to look at, to work on, or to import.":
    "Exporta una sesión: para comentarla, verla, procesarla o importarla.",
  "md: Markdown for a comment (default); html: one page; json: all of it; bundle: to import.":
    "md: Markdown para un comentario (por omisión); html: una página; json: todo; bundle: para " +
    "importar.",
  "Write to a file of this folder; default: stdout.":
    "Escribe en un archivo de esta carpeta; por omisión: stdout.",
  "To look at:": "Para verla:",
  "Comment:": "Comentar:",
  "Take along:": "Llevársela:",
  "All messages:": "Sus mensajes:",

  "Take a session out of a bundle that sessions export made; - reads stdin.":
    "Importa una sesión de un paquete de sessions export; - lee de stdin.",
  "Under an id of its own, beside what is here.":
    "Con un identificador propio, junto a lo que ya hay.",
  "In a later job:": "Más tarde:",
  "And go on:": "Y seguir:",
  "From elsewhere:": "De otro sitio:",

  "Make a new session of one, up to a step; that one stays as it is.":
    "Crea una sesión nueva a partir de otra, hasta un paso; la otra no cambia.",
  "The last step that is kept; 0: none. Default: all.":
    "El último paso que se conserva; 0: ninguno. Por omisión: todos.",
  "From step 4 on:": "Desde el paso 4:",
  "And go on with it:": "Y seguir con ella:",

  "Read every byte of a session, or of all, and tell what is wrong; repair it.":
    "Lee cada byte de una sesión, o de todas, y dice qué está mal; lo repara.",
  "Repair what can be; what was damaged is kept as a copy.":
    "Repara lo que se pueda; de lo dañado se conserva una copia.",
  "Repair nothing; tell what would be repaired.": "No repara nada; dice lo que repararía.",

  "Delete one session. Takes its full id; one that is in use is refused.":
    "Elimina una sesión, dado su identificador completo, si no está en uso.",

  "Remove old sessions. Nothing else ever removes one by itself.":
    "Elimina sesiones antiguas. Ninguna se elimina nunca por sí sola.",
  "Age in days; default: sessions.cleanup_after_days of the config, 7.":
    "Edad en días; por omisión: sessions.cleanup_after_days de la configuración, 7.",
  "Damaged ones too, by the age of the file.": "También las dañadas, según la edad del archivo.",
  "Remove nothing; report what would be removed.": "No elimina nada; dice lo que eliminaría.",
  "Older than a month:": "De más de un mes:",

  "Show what each command may do at most, and what this program was given.":
    "Muestra lo máximo que puede hacer cada comando, y lo concedido al programa.",
  "All commands:": "Todos:",
  "One of them:": "Uno de ellos:",

  "Print the JSON Schema of what --json and --events print.":
    "Imprime el JSON Schema de lo que imprimen --json y --events.",
  "Names:": "Nombres:",

  "Print a script that completes commands, flags and sessions in a shell.":
    "Imprime un script que autocompleta comandos, opciones y sesiones en un shell.",
  "Print the completion script for bash.": "Imprime el script de autocompletado para bash.",
  "Print the completion script for zsh.": "Imprime el script de autocompletado para zsh.",
  "Print the completion script for fish.": "Imprime el script de autocompletado para fish.",
  "What the program is called here: architect-sandbox.":
    "Cómo se llama aquí el programa: architect-sandbox.",
  "In its start-up file:": "En su archivo de inicio:",
  "Print what may stand under the cursor.": "Imprime lo que puede ir bajo el cursor.",
  "Width of a line with a description.": "Ancho de una línea con descripción.",
});
