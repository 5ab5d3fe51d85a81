import { sql } from 'kysely'
import { maskedText } from '#domain/masking.ts'
import type { Connection } from '../../../../platform/database.ts'

/** A place as an order keeps it: the address that it was may have been changed or removed since. */
export interface KeptPlace {
  address_id?: number | null
  province: string
  city: string
  district: string
  detail: string
}

/** How staff's decisions name a place on record. */
export const placeText = ({ province, city, district, detail }: KeptPlace): string => `${province}${city}${district}${detail}`

/**
 * What quality last said of this very place. Read from the record of decisions, which stays when the buyer changes or removes the
 * address: removing it unsays nothing. null: nobody decided on it.
 */
async function lastWordOn(connection: Connection, place: KeptPlace): Promise<'passed' | 'rejected' | null> {
  if (place.address_id === undefined || place.address_id === null) return null
  const { rows } = await sql<{ review: 'passed' | 'rejected' }>`
    select after ->> 'review' as review from audit_log
     where subject = ${`address:${place.address_id}`} and action in ('address.pass', 'address.reject')
       and before ->> 'address' in (${placeText(place)}, ${maskedText(placeText(place))})
     order by id desc limit 1`.execute(connection)
  return rows[0]?.review ?? null
}

/**
 * May drugs go to this very place? The company's licensed premises of now need no word of quality, whatever was said of the place before it
 * was on the licence. Else what quality last said of it counts, and else whether the company still has it among its passed addresses:
 * premises that have moved away are looked at like any other place.
 */
export async function isReviewedPlace(connection: Connection, companyId: number, place: KeptPlace): Promise<boolean> {
  const { rows } = await sql<{ isLicence: boolean }>`
    select is_licence as "isLicence" from address
     where company_id = ${companyId} and province || city || district || detail = ${placeText(place)} and (is_licence or review = 'passed')
     order by is_licence desc limit 1`.execute(connection)
  if (rows[0]?.isLicence) return true
  const word = await lastWordOn(connection, place)
  return word === null ? rows.length > 0 : word === 'passed'
}
