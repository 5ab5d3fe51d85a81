import { beijingDate } from '#domain/dates.ts'
import { SEAL_NAMES, SEAL_PURPOSES, type SealPurpose } from '#domain/documents.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import {
  askDocument,
  type Drawing,
  type DrawingFrame,
  documentsOf,
  openOwnDocument,
  readSupplier,
  reviseDocument,
} from '../documents/public.ts'
import { pictureBytes, shopSeals } from './store.ts'

const SUBJECT = 'seals:shop'

interface Sample {
  purpose: SealPurpose
  name: string
  number: string
  /** The registered picture in base64; null: drawn from its words. */
  picture: string | null
}
interface Samples {
  seals: readonly Sample[]
}

const PURPOSES = Object.keys(SEAL_PURPOSES) as SealPurpose[]

/** Every seal that can stand on the shop's papers: as registered, otherwise as it is drawn. */
export async function samplesOf(
  connection: Connection,
  today: string,
): Promise<(Omit<Sample, 'picture'> & { pictureId: number | null; id: number | null })[]> {
  const [seals, supplier] = await Promise.all([shopSeals(connection, today), readSupplier(connection)])
  return PURPOSES.map((purpose) => {
    const own = seals.find((one) => one.purpose === purpose)
    return { purpose, name: own?.name ?? supplier.name, number: own?.number ?? '', pictureId: own?.pictureId ?? null, id: own?.id ?? null }
  })
}

async function requestOf(connection: Connection, now: Date) {
  const supplier = await readSupplier(connection)
  const seals: Sample[] = []
  for (const { pictureId, id: _, ...seal } of await samplesOf(connection, beijingDate(now))) {
    const picture = pictureId === null ? null : await pictureBytes(connection, pictureId)
    seals.push({ ...seal, picture: picture?.toString('base64') ?? null })
  }
  const snapshot: Samples = { seals }
  return { kind: 'seal_samples' as const, subject: SUBJECT, companyId: null, title: `${supplier.name}印章印模备案表`, snapshot }
}

/** A new version of the specimens: what stands on papers has changed. */
export async function reviseSamples(connection: Connection, change: string, by: string, now: Date): Promise<void> {
  await reviseDocument(connection, await requestOf(connection, now), change, by, now)
}

/** At the start of a shop that has a name: buyers want the specimens before their first order. */
export async function askFirstSamples({ db }: DatabaseHandle, now: Date): Promise<void> {
  if ((await readSupplier(db)).name === '' || (await documentsOf(db, [SUBJECT])).length > 0) return
  await transact(db, async (trx) => askDocument(trx, await requestOf(trx, now), '系统', now))
}

export async function samplesDocument(connection: Connection) {
  return (await documentsOf(connection, [SUBJECT])).find((one) => one.state === 'valid') ?? null
}

/** Any signed-in buyer may have it: it shows by what the shop's papers are known. */
export async function openSamples(database: DatabaseHandle, viewer: Viewer, now: Date) {
  const document = await samplesDocument(database.db)
  if (document === null) throw notFound('印模备案表')
  return openOwnDocument(database, viewer, document.id, now)
}

export function samplesDrawing({ seals }: Samples, { no, supplier, day }: DrawingFrame): Drawing {
  return {
    write(paper) {
      paper.heading('印章印模备案表', `编号 ${no}`)
      paper.facts(
        [
          ['单位名称', supplier.name],
          ['统一社会信用代码', supplier.taxNo],
          ['药品经营许可证', supplier.licence],
          ['地址', supplier.address],
          ['电话', supplier.phone],
          ['启用日期', day],
        ],
        2,
      )
      paper.paragraph('下列印章用于本公司出具的药品购销单据，印模如下。各印章的电子签名使用同一证书，可按每张单据上的二维码核验。')
      paper.seals(
        seals.map(({ purpose, name, number, picture }) => ({
          name: SEAL_NAMES[purpose],
          drawing: {
            company: name,
            purpose: SEAL_PURPOSES[purpose],
            number,
            ...(picture !== null && { picture: new Uint8Array(Buffer.from(picture, 'base64')) }),
          },
        })),
      )
      paper.table(
        [
          { title: '印章', share: 3 },
          { title: '用于', share: 6 },
          { title: '编号', share: 3 },
        ],
        seals.map(({ purpose, number }) => [SEAL_NAMES[purpose], USED_FOR[purpose], number || '—']),
      )
    },
  }
}

const USED_FOR: Readonly<Record<SealPurpose, string>> = {
  official: '首营资料、资质副本、印模备案表',
  dispatch: '随货同行单、冷链交接单、销售出库单、销售退货单',
  quality: '检验报告转递单、首营品种资料、销售记录、召回文件',
  contract: '购销与质量保证协议',
  finance: '往来对账单',
}
