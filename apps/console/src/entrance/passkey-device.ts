import type { DataOf } from '#contract/call.ts'
import type { PasskeyMadeWire, PasskeyShownWire } from '#contract/passkey-shapes.ts'
import { sentenceOf } from '../parts/outcome.ts'

type Passkeys = typeof import('#contract/passkeys.ts')

/** Most people never press the button, so its library comes with it and not with the page. */
const library = () => import('@simplewebauthn/browser')

/** Browsers have none over plain HTTP, nor where they are too old. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** A page that has the button loads it ahead: some browsers ask the device only right after the press. */
export const loadPasskeys = (): void => void library().catch(() => undefined)

export async function showOnDevice(options: DataOf<Passkeys['staffPasskeyAsk']>): Promise<PasskeyShownWire> {
  const { startAuthentication } = await library()
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) } }
}

export async function makeOnDevice(options: DataOf<Passkeys['staffPasskeyBegin']>): Promise<PasskeyMadeWire> {
  const { startRegistration } = await library()
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } }
}

const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError: '没有完成：已取消、超时，或这台设备上没有可用的通行密钥',
  AbortError: '没有完成，请再试一次',
  InvalidStateError: '这台设备已经登记过了',
  SecurityError: '此网址不能使用通行密钥',
  NotSupportedError: '这台设备不支持通行密钥',
}

/** What the browser or the device says, or the shop, in words. */
export function passkeySentence(error: unknown): string {
  const said = error instanceof Error ? SENTENCES[error.name] : undefined
  return said ?? sentenceOf(error)
}
