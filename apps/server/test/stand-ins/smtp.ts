import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server on loopback that keeps what it is given. */

export interface MailMood {
  /** After the whole mail: what it says instead of taking it. */
  refuse?: { code: number; text: string }
  /** Takes the mail, and then the connection breaks. */
  deaf?: boolean
  /** Greets nobody in time. */
  late?: number
}

export interface TakenMail {
  from: string
  to: string[]
  /** Headers and text as they came. */
  raw: string
}

export interface SmtpStandIn {
  port: number
  mails: TakenMail[]
  mood: MailMood
  stop: () => Promise<void>
}

export const SMTP_USER = { user: 'shop@example.com', password: '授权码 secret' }

/** tls: whether it offers to go on encrypted, by a certificate that nobody vouches for. */
export async function openSmtp({ tls = false } = {}): Promise<SmtpStandIn> {
  const standIn: SmtpStandIn = { port: 0, mails: [], mood: {}, stop: () => Promise.resolve() }
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: tls ? [] : ['STARTTLS'],
    logger: false,
    onConnect: (_session, done) => void setTimeout(() => done(), standIn.mood.late ?? 0),
    onAuth: ({ username, password }, _session, done) =>
      username === SMTP_USER.user && password === SMTP_USER.password ? done(null, { user: username }) : done(new Error('Invalid login')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody@') ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { refuse, deaf } = standIn.mood
        if (refuse) return done(Object.assign(new Error(refuse.text), { responseCode: refuse.code }))
        const { mailFrom, rcptTo } = session.envelope
        standIn.mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
        })
        if (deaf) for (const connection of server.connections) connection.close()
        else done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  standIn.port = (server.server.address() as AddressInfo).port
  standIn.stop = () => new Promise((resolve) => server.close(() => resolve()))
  return standIn
}

export const smtpOptions = (port: number) => ({
  host: '127.0.0.1',
  port,
  tls: 'none' as const,
  ...SMTP_USER,
  from: '安衡药采 <shop@example.com>',
})
