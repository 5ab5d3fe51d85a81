import {
  sealApply,
  sealInfo,
  sealSamplePicture,
  sealSamples,
  sealStop,
  sealUsers,
  sealUses,
  staffCertificate,
  staffSealList,
  staffSealPass,
  staffSealRefuse,
  staffSealRegister,
  staffSealStop,
} from '#contract/seals.ts'
import { beijingDate } from '#domain/dates.ts'
import type { ModuleContext } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { fileAnswer } from '../../../platform/http.ts'
import { openSamples } from './samples.ts'
import { applyForSeal, sealInfoOf, sealUsesOf, setSealUsers, stopOwnSeal } from './service.ts'
import { certificateForStaff, decideSeal, registerSeal, sealsForStaff } from './staff.ts'
import { pictureBytes, shopSeals } from './store.ts'

export function sealRoutes({ serve, deps: { database, signer } }: ModuleContext): void {
  const facts = signer?.facts ?? null
  serve(sealInfo, ({ viewer, now }) => sealInfoOf(database, viewer, facts, now))
  serve(sealApply, async ({ viewer, body, now, say }) => {
    const seal = await applyForSeal(database, viewer, body, now)
    say('申请已提交，审核通过后即可使用')
    return seal
  })
  serve(sealUsers, async ({ viewer, params, body, now, say }) => {
    const seal = await setSealUsers(database, viewer, params.id, body.user_ids, now)
    say('用印人已更新')
    return seal
  })
  serve(sealStop, async ({ viewer, params, body, now, say }) => {
    const seal = await stopOwnSeal(database, viewer, params.id, body.reason.trim(), now)
    say('印章已停用')
    return seal
  })
  serve(sealUses, ({ viewer, query }) => sealUsesOf(database, viewer.company.id, query))
  serve(sealSamples, async ({ viewer, now }) => {
    const { name, content } = await openSamples(database, viewer, now)
    return fileAnswer(name, 'application/pdf', content)
  })
  serve(sealSamplePicture, async ({ params, now }) => {
    const seal = (await shopSeals(database.db, beijingDate(now))).find((one) => one.id === params.id)
    const content = seal?.pictureId ? await pictureBytes(database.db, seal.pictureId) : null
    if (content === null) throw notFound('印模')
    return fileAnswer('印模.png', 'image/png', content, 'inline')
  })

  const actor = ({ accountId, name }: { accountId: number; name: string }) => ({ accountId, name })
  serve(staffSealList, ({ query, now }) => sealsForStaff(database, query, now))
  serve(staffSealPass, ({ viewer, params, now }) => decideSeal(database, actor(viewer), params.id, { state: 'in_force' }, now))
  serve(staffSealRefuse, ({ viewer, params, body, now }) =>
    decideSeal(database, actor(viewer), params.id, { state: 'refused', reason: body.reason.trim() }, now),
  )
  serve(staffSealStop, ({ viewer, params, body, now }) =>
    decideSeal(database, actor(viewer), params.id, { state: 'stopped', reason: body.reason.trim() }, now),
  )
  serve(staffSealRegister, ({ viewer, body, now }) => registerSeal(database, actor(viewer), body, now))
  serve(staffCertificate, ({ now }) => certificateForStaff(database, facts, now))
}
