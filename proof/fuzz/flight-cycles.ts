import { type Call, formOf } from '../harness/answer.ts'

/**
 * Arguments of a server action that refer to themselves, as numbered parts in the notation of React's replies: part 0 holds
 * the arguments, `$1:0` is a member of part 1, `$h` a server function with its bound arguments, `$@` a promise, `$Q` a map,
 * `$W` a set, `$K` a form, `$i` an iterable, `$X` and `$x` asynchronous ones, `$R` and `$r` streams. ID names the action.
 */
const cycles: Record<string, string> = {
  'a bound argument': '0 ["$h1"]; 1 {"id":"ID","bound":"$@0"}',
  'two bound arguments': '0 ["$h1"]; 1 {"id":"ID","bound":"$@2"}; 2 ["$h3"]; 3 {"id":"ID","bound":"$@0"}',
  'a bound argument in a map': '0 ["$Q2"]; 1 {"id":"ID","bound":"$@0"}; 2 [["key","$h1"]]',
  'a bound argument in a set': '0 ["$W2"]; 1 {"id":"ID","bound":"$@0"}; 2 ["$h1"]',
  'a bound argument in an iterable': '0 ["$i2"]; 1 {"id":"ID","bound":"$@0"}; 2 ["$h1"]',
  'a bound argument in a promise': '0 ["$@2"]; 1 {"id":"ID","bound":"$@0"}; 2 "$h1"',
  'bound arguments that are no list': '0 ["$h1"]; 1 {"id":"ID","bound":"$h1"}',
  itself: '0 "$0"',
  'a member of itself': '0 ["$0:0"]',
  'the list it is in': '0 ["$0"]',
  'a promise of the arguments': '0 ["$@0"]',
  'a promise of itself': '0 ["$@1"]; 1 "$@1"',
  'two promises of each other': '0 ["$1"]; 1 "$@2"; 2 "$1"',
  'two lists of each other': '0 ["$1"]; 1 ["$2"]; 2 ["$1"]',
  'two members of each other': '0 ["$1:0"]; 1 ["$2:0"]; 2 ["$1:0"]',
  'a map in itself': '0 ["$Q1"]; 1 [["key","$Q1"]]',
  'a map keyed by itself': '0 ["$Q1"]; 1 [["$Q1",1]]',
  'a map of its own entries': '0 ["$Q1"]; 1 "$i1"',
  'a set in itself': '0 ["$W1"]; 1 ["$W1"]',
  'a map and a set': '0 ["$Q1"]; 1 [["key","$W2"]]; 2 ["$Q1"]',
  'a form in itself': '0 ["$K1"]; 1_name "$K1"; 1_email "$0"',
  'an iterable in itself': '0 ["$i1"]; 1 ["$i1"]',
  'an asynchronous iterable': '0 ["$X1"]; 1 ["$X1"]',
  'an asynchronous iterator': '0 ["$x1"]; 1 "$x1"',
  'a stream': '0 ["$R1"]; 1 "$R1"',
  'a stream of bytes': '0 ["$r1"]; 1 "$r1"',
  'a thenable': '0 ["$@1"]; 1 {"status":"resolved_model","then":"$1:then"}',
  'a thenable of its promise': '0 {"then":"$@1"}; 1 {"then":"$0:then"}',
  'a part that never comes': '0 ["$@1","$1"]',
}

/** The parts as fields of a form. */
function partsOf(cycle: string, action: string): [string, string][] {
  return cycle.split('; ').map((part) => {
    const [, name = '', content = ''] = /^(\S+) (.*)$/.exec(part) ?? []
    return [name, content.replace('ID', action)]
  })
}

/** Gives each cycle as a call of the action with this id, with its parts in both orders, since React reads them as they arrive. */
export function flightCycles(action: string): { name: string; call: Call }[] {
  const headers = { 'next-action': action }
  return Object.entries(cycles).flatMap(([name, cycle]) => {
    const parts = partsOf(cycle, action)
    return [
      { name, call: { body: formOf(parts), headers } },
      { name: `${name}, in reverse`, call: { body: formOf(parts.toReversed()), headers } },
    ]
  })
}
