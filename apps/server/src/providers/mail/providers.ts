import type { Config } from '../../platform/config.ts'
import { type Mailer, smtpMailer } from './mailer.ts'

/** null: this shop sends no mail. */
export const mailProvider = ({ channels: { mail } }: Pick<Config, 'channels'>): Mailer | null => (mail === null ? null : smtpMailer(mail))
