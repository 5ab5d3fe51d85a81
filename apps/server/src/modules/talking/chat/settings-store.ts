import type { ServiceHours } from '#domain/service-hours.ts'
import type { Connection } from '../../../platform/database.ts'

/**
 * Rows of the table setting:
 * chat_open   true | false   whether there is a chat at all; without it pages show the QQ contacts
 * chat_hours  { days: [1..7], from: '08:30', to: '18:00', closed_on: ['2026-10-01'] }   Beijing time
 */
export interface ChatSettings {
  isOpen: boolean
  /** null: not said, so always. */
  hours: ServiceHours | null
}

const TIME = /^([01]\d|2[0-4]):[0-5]\d$/

function hoursOf(value: unknown): ServiceHours | null {
  if (value === undefined || value === null) return null
  const { days, from, to, closed_on = [] } = value as Record<string, unknown>
  const isRight =
    Array.isArray(days) &&
    days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7) &&
    [from, to].every((time) => typeof time === 'string' && TIME.test(time)) &&
    Array.isArray(closed_on) &&
    closed_on.every((date) => typeof date === 'string')
  if (!isRight) throw new Error("setting chat_hours must be { days: [1..7], from: 'HH:MM', to: 'HH:MM', closed_on: [dates] }")
  return { days, from: String(from), to: String(to), closedOn: closed_on }
}

export async function chatSettings(connection: Connection): Promise<ChatSettings> {
  const rows = await connection.selectFrom('setting').select(['key', 'value']).where('key', 'in', ['chat_open', 'chat_hours']).execute()
  const values = new Map(rows.map((row) => [row.key, row.value as unknown]))
  return { isOpen: values.get('chat_open') === true, hours: hoursOf(values.get('chat_hours')) }
}
