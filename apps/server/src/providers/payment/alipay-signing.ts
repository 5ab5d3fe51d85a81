import type { KeyObject } from 'node:crypto'
import { parsedFields, textIn } from '../outside/fields.ts'
import { isSignedBy, joined, type Parameters, signRsa } from '../outside/rsa.ts'

/** Alipay's gateway, RSA2: what is signed and how, after the documentation of its open platform. */

/** A request: sign_type is signed with the rest, what has no value is not. */
export const signParameters = (parameters: Parameters, key: KeyObject): string =>
  signRsa(
    joined(parameters, (name) => name !== 'sign' && parameters[name] !== ''),
    key,
  )

/** A notification: values as the form decodes to, empty ones among them (as the service's own SDKs read it), sign_type left out. */
export const isNotificationSigned = (parameters: Parameters, key: KeyObject): boolean =>
  isSignedBy(
    joined(parameters, (name) => name !== 'sign' && name !== 'sign_type'),
    parameters.sign ?? '',
    key,
  )

/** The end of the JSON object that begins there; -1 where it has none. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return -1
}

/**
 * An answer's object as it was written, where the service has signed it; null otherwise. `{"<method>_response":{…},"sign":"…"}`: the
 * signature is over the text of the object, so it is cut out and not written anew. Refusals of a whole request come as error_response.
 */
export function signedAnswer(text: string, method: string, key: KeyObject): string | null {
  const start = [method.replaceAll('.', '_'), 'error']
    .map((name) => `{"${name}_response":`)
    .filter((head) => text.startsWith(`${head}{`))
    .map((head) => head.length)[0]
  if (start === undefined) return null
  const end = endOfObject(text, start)
  if (end < 0) return null
  const content = text.slice(start, end)
  return isSignedBy(content, textIn(parsedFields(text), 'sign'), key) ? content : null
}
