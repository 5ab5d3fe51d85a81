import { createTransport } from 'nodemailer'
import { NotReached, Refused, Unanswered } from '../outside/ask.ts'
import { outsideReports } from '../outside/reports.ts'

export interface MailOptions {
  host: string
  port: number
  /** From the first byte, or after a greeting; none: on this machine alone. */
  tls: 'implicit' | 'starttls' | 'none'
  user: string
  password: string
  /** As receivers see it: an address, or 安衡药采 <shop@example.com>. */
  from: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** The same mail has the same one, by which mail servers know it again. */
  id: string
}

/** Sends mails. Talks to the outside, so it is never called inside a transaction. Throws as a short message's service does. */
export interface Mailer {
  name: string
  send: (mail: Mail) => Promise<{ serviceId: string }>
}

export const MAIL_NAME = '邮件'

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000
/** No mail of the shop is longer than that. */
const ANSWER_MAX = 200

interface SmtpFault extends Error {
  code?: string
  command?: string
  responseCode?: number
}

const detailOf = ({ command, message }: SmtpFault): string => `${command ?? 'CONN'}: ${message}`

/** Before a mail is given over nothing can have been taken. */
const ofEntering = (error: SmtpFault): Unanswered =>
  error.code === 'EAUTH' ? new Refused(MAIL_NAME, detailOf(error)) : new NotReached(MAIL_NAME, detailOf(error))

/** 5xx is no for good, 4xx for now; whatever else happens, the mail may have been taken. */
function ofSending(error: SmtpFault): Unanswered {
  const { responseCode = 0 } = error
  if (responseCode >= 500) return new Refused(MAIL_NAME, detailOf(error))
  return responseCode >= 400 ? new NotReached(MAIL_NAME, detailOf(error)) : new Unanswered(MAIL_NAME, detailOf(error))
}

export function smtpMailer({ host, port, tls, user, password, from }: MailOptions): Mailer {
  return {
    name: MAIL_NAME,
    async send({ to, subject, text, id }) {
      const transport = createTransport({
        host,
        port,
        secure: tls === 'implicit',
        requireTLS: tls === 'starttls',
        ignoreTLS: tls === 'none',
        auth: { user, pass: password },
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        // Of a connection that breaks, nobody says how far the mail had come: so entering is tried by itself.
        await transport.verify().catch((error: SmtpFault) => Promise.reject(ofEntering(error)))
        const { response } = await transport
          .sendMail({ from, to, subject, text, messageId: id })
          .catch((error: SmtpFault) => Promise.reject(ofSending(error)))
        outsideReports.answered(MAIL_NAME)
        return { serviceId: response.slice(0, ANSWER_MAX) }
      } catch (fault) {
        if (fault instanceof Refused) outsideReports.answered(MAIL_NAME)
        else outsideReports.failed(MAIL_NAME, fault)
        throw fault
      } finally {
        transport.close()
      }
    },
  }
}
