import type { HandedWire, SenderWire } from '#contract/invitations.ts'
import type { Connection } from '../../../../platform/database.ts'
import { qrPicture } from '../../../../platform/qr.ts'
import { readSettings } from '../../../../platform/settings.ts'

/** Behind the # no server, log or other site is told what stands there. */
export async function handedWire({
  code,
  page,
  origin,
  expiresAt,
}: {
  code: string
  page: '/register/invited' | '/forget/step2'
  origin: string
  expiresAt: Date
}): Promise<HandedWire> {
  const link = `${origin}${page}#${code}`
  const svg = await qrPicture(link)
  return { link, code, qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, expires_at: expiresAt.toISOString() }
}

/** Who hands it out, and where people ask who cannot get in by themselves. What the settings do not say is empty. */
export async function senderOf(connection: Connection, site: string): Promise<SenderWire> {
  const settings = await readSettings(connection, ['company_name', 'hot_line', 'service_hours', 'supplier'])
  return {
    shop: settings.company_name ?? settings.supplier?.name ?? '',
    hot_line: settings.hot_line ?? settings.supplier?.phone ?? '',
    hours: settings.service_hours ?? [],
    address: settings.supplier?.address ?? '',
    site,
  }
}
