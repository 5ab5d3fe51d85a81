import { staffOpening, staffSettingHistory, staffSettings } from '#contract/settings.ts'
import type { ModuleContext } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { certificateAlarm } from '../../papers/documents/public.ts'
import { readContent } from '../files/public.ts'
import { guardDeed } from './guard-deed.ts'
import { openingOf } from './opening.ts'
import { isShownLicence, settingHistory, settingsOf } from './service.ts'

const ID = /^[1-9]\d{0,14}$/

/** The shop's settings; and pictures of its licences, which anybody may look at while the setting shows them. */
export function settingRoutes({ app, serve, approvals, deps: { database, signer } }: ModuleContext): void {
  serve(staffSettings, () => settingsOf(database))
  approvals.serve(guardDeed)
  serve(staffSettingHistory, ({ params, query }) => settingHistory(database, params.key, query.before ?? null))

  serve(staffOpening, ({ now }) => openingOf(database, certificateAlarm(signer?.facts ?? null, now), now))

  app.get<{ Params: { id: string } }>('/img/licence/:id', async (request, reply) => {
    const { id } = request.params
    const isShown = ID.test(id) && (await isShownLicence(database, Number(id)))
    const file = isShown ? await readContent(database.db, Number(id), null, 'site_licence') : null
    if (file === null) throw notFound('证照影像')
    return reply
      .type(file.mime)
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .send(file.bytes)
  })
}
