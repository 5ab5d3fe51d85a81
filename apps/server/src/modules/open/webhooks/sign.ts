import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const newSigningSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** As Standard Webhooks 1.0 has it: one signature for each secret that counts, the newest first. */
export function signatureOf(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  const text = `${id}.${timestamp}.${body}`
  const one = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(text)
      .digest('base64')
  return secrets.map((secret) => `v1,${one(secret)}`).join(' ')
}
