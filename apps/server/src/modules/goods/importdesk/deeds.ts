import type { GoodsImportUndoWire } from '#contract/goods-import.ts'
import { staffImportRun, staffImportUndo } from '#contract/goods-import.ts'
import { writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { formName } from './fields.ts'
import { importWork } from './making.ts'
import { fileOf, STATE_NAMES, undoUntil, wireOf } from './service.ts'
import { changedFields, type ImportFile, moveFile, standsOf } from './store.ts'
import { lookAhead } from './undoing.ts'

/** What two people decide about an import: that what was shown lands, and that what landed goes back. */

const count = (number: number, of: string): string => `${number.toLocaleString('en')} ${of}`

/** As it was shown, and as the goods still stand. */
async function shownFile(trx: Connection, id: number, now: Date): Promise<ImportFile> {
  const file = await fileOf(trx, id, now)
  if (file.state !== 'checked') throw conflict(`这次导入${STATE_NAMES[file.state]}，要先预览才能导入`)
  if (file.counts.new + file.counts.changed === 0) throw conflict('没有可以导入的行')
  if ((await standsOf(trx, id)) !== file.stands) throw conflict('预览之后有商品的资料变了，请重新预览')
  return file
}

export const runDeed = (queue: Jobs): Deed<typeof staffImportRun> => ({
  call: staffImportRun,
  kind: 'goods.import',
  async weigh({ database: { db }, params: { id }, body, now }) {
    const { fileName, counts, stands } = await shownFile(db, id, now)
    const fields = await changedFields(db, id)
    return {
      subject: `goods_import:${id}`,
      title: `导入商品资料“${fileName}”：新增 ${count(counts.new, '种')}，改动 ${count(counts.changed, '种')}`,
      changes: [
        { name: '新增商品（先首营，不上架）', before: '', after: count(counts.new, '种') },
        { name: '改动商品', before: '', after: count(counts.changed, '种') },
        { name: '其中待质量审核', before: '', after: count(counts.doubtful, '种') },
        { name: '无变化、不导入', before: '', after: `${count(counts.same, '行')}、${count(counts.refused, '行')}` },
        ...fields.map(({ field, count: goods }) => ({ name: `改${formName(field)}`, before: '', after: count(goods, '种') })),
      ],
      stands,
      reason: body.reason,
    }
  },
  async run({ database: { db }, doer, params: { id }, body, now }) {
    const file = await shownFile(db, id, now)
    if (!(await moveFile(db, id, ['checked'], 'running', { reason: body.reason.trim() }))) throw conflict('这次导入刚刚变了，请刷新')
    await queue.enqueue(db, importWork, { file_id: id })
    const after = { state: 'running', file: file.fileName, new: file.counts.new, changed: file.counts.changed }
    await writeAudit(db, doer, { action: 'goods_import.run', subject: `goods_import:${id}`, before: { state: 'checked' }, after }, now)
    return wireOf(await fileOf(db, id, now))
  },
})

async function landedFile(trx: Connection, id: number, now: Date): Promise<ImportFile> {
  const file = await fileOf(trx, id, now)
  if (file.state !== 'done') throw conflict(`这次导入${STATE_NAMES[file.state]}，不能撤销`)
  const until = undoUntil(file)
  if (until === null || now >= until) throw conflict('导入已满 24 小时，不能整批撤销；请逐个修改')
  if (file.counts.landed === 0) throw conflict('这次导入没有改动任何商品')
  return file
}

export async function undoLook({ db }: DatabaseHandle, id: number, now: Date): Promise<GoodsImportUndoWire> {
  const file = await landedFile(db, id, now)
  const { stands: _, ...look } = await lookAhead(db, id)
  return { ...look, until: undoUntil(file)?.toISOString() ?? '' }
}

export const undoDeed = (queue: Jobs): Deed<typeof staffImportUndo> => ({
  call: staffImportUndo,
  kind: 'goods.import_undo',
  async weigh({ database: { db }, params: { id }, body, now }) {
    const file = await landedFile(db, id, now)
    const look = await lookAhead(db, id)
    return {
      subject: `goods_import:${id}`,
      title: `撤销导入“${file.fileName}”：改回 ${count(look.changed, '种')}，删除 ${count(look.removable, '种')}`,
      changes: [
        { name: '改回的商品', before: '', after: count(look.changed - look.touched, '种') },
        { name: '后来改过、只改回没动过的项', before: '', after: count(look.touched, '种') },
        { name: '删除没人用过的新商品', before: '', after: count(look.removable, '种') },
        { name: '留下的新商品', before: '', after: count(look.new - look.removable, '种') },
      ],
      stands: look.stands,
      reason: body.reason,
    }
  },
  async run({ database: { db }, doer, params: { id }, body, now }) {
    const file = await landedFile(db, id, now)
    const undo = { accountId: doer.accountId, by: doer.name, reason: body.reason.trim() }
    if (!(await moveFile(db, id, ['done'], 'undoing', { undo }))) throw conflict('这次导入刚刚变了，请刷新')
    await queue.enqueue(db, importWork, { file_id: id })
    const change = { before: { state: 'done' }, after: { state: 'undoing', file: file.fileName } }
    await writeAudit(db, doer, { action: 'goods_import.undo', subject: `goods_import:${id}`, ...change }, now)
    return wireOf(await fileOf(db, id, now))
  },
})
