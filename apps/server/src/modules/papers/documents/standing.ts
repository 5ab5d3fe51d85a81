import type { CertificateFacts } from './signing/certificate.ts'

/** A new certificate takes weeks: staff hear of it early. */
const ALARM_DAYS = 60
const DAY_MS = 86_400_000

export const daysLeft = ({ validUntil }: Pick<CertificateFacts, 'validUntil'>, now: Date): number =>
  Math.floor((validUntil.getTime() - now.getTime()) / DAY_MS)

export const isInForce = ({ validFrom, validUntil }: Pick<CertificateFacts, 'validFrom' | 'validUntil'>, now: Date): boolean =>
  validFrom <= now && now <= validUntil

/** What somebody has to do about the certificate; '': nothing. */
export function certificateAlarm(facts: CertificateFacts | null, now: Date): string {
  if (facts === null) return '没有签章证书：单据上有印模，但没有电子签名。把 CA 签发的 .p12 放好，设 SIGNING_P12 和 SIGNING_P12_PASSWORD'
  const day = facts.validUntil.toISOString().slice(0, 10)
  if (now < facts.validFrom) return `签章证书 ${facts.validFrom.toISOString().slice(0, 10)} 才生效：在此之前单据只有印模，没有电子签名`
  if (now > facts.validUntil) return `签章证书已于 ${day} 到期：单据只有印模，没有电子签名。请立即换新证书`
  const left = daysLeft(facts, now)
  return left <= ALARM_DAYS ? `签章证书 ${day} 到期，还有 ${left} 天：请向 CA 申请新证书，到期后单据将没有电子签名` : ''
}
