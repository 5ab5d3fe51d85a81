import type { DatabaseHandle } from '../../../platform/database.ts'
import type { PackagedGoods } from './form.ts'
import type { Gift } from './gift-svg.ts'

/** What a package is drawn from. Goods taken off the shelf keep their picture: orders still show them. */
export async function readPackagedGoods({ pool }: DatabaseHandle, goodsId: number): Promise<PackagedGoods | null> {
  const { rows } = await pool.query<PackagedGoods>({
    name: 'packaged_goods',
    text: 'select id, name, spec, dosage_form as "dosageForm", kind, unit from goods where id = $1',
    values: [goodsId],
  })
  return rows[0] ?? null
}

const GIFT_SQL = {
  goods: 'select id, kind, name from points_goods where id = $1',
  prize: 'select id, kind, name from draw_prize where id = $1',
} as const

/** A goods of the points mall, or a prize of a draw. */
export async function readGift({ pool }: DatabaseHandle, of: keyof typeof GIFT_SQL, id: number): Promise<Gift | null> {
  return (await pool.query<Gift>({ name: `gift_${of}`, text: GIFT_SQL[of], values: [id] })).rows[0] ?? null
}

/** Pictures of goods that are, or may be, barred are not published either. Of a picture that was taken away orders still show it. */
export async function mayShow({ pool }: DatabaseHandle, fileId: number): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'goods_photo_shown',
    text: `select from stored_file f join goods g on f.subject = 'goods:' || g.id
            where f.id = $1 and f.purpose = 'goods' and g.law_verdict not in ('barred', 'doubtful')`,
    values: [fileId],
  })
  return rows.length > 0
}
