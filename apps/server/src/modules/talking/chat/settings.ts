import type { ServiceHours } from '#domain/service-hours.ts'
import type { Connection } from '../../../platform/database.ts'
import { readRightSettings } from '../../../platform/settings.ts'

export interface ChatSettings {
  isOpen: boolean
  /** null: not said, so always. */
  hours: ServiceHours | null
}

export async function chatSettings(connection: Connection): Promise<ChatSettings> {
  const { chat_open, chat_hours: hours } = await readRightSettings(connection, ['chat_open', 'chat_hours'])
  return {
    isOpen: chat_open === true,
    hours: hours && { days: hours.days, from: hours.from, to: hours.to, closedOn: hours.closed_on ?? [] },
  }
}
