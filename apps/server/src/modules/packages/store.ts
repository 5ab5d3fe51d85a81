import type { DatabaseHandle } from '../../platform/database.ts'
import type { PackagedGoods } from './form.ts'

/** What a package is drawn from. Goods taken off the shelf keep their picture: orders still show them. */
export async function readPackagedGoods({ pool }: DatabaseHandle, goodsId: number): Promise<PackagedGoods | null> {
  const { rows } = await pool.query<PackagedGoods>({
    name: 'packaged_goods',
    text: 'select id, name, spec, dosage_form as "dosageForm", kind, unit from goods where id = $1',
    values: [goodsId],
  })
  return rows[0] ?? null
}
