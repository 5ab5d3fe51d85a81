import { GOODS_TEXT_FIELDS, GOODS_TEXTS } from '#contract/constants.ts'
import type { DrugClass, GoodsDetailWire } from '#contract/goods.ts'
import css from './tabs.module.css'

const CLASSES: Record<DrugClass, string> = {
  rx: '处方药',
  otc_a: 'OTC 甲类',
  otc_b: 'OTC 乙类',
  device: '医疗器械',
  herb: '中药',
  none: '',
}

/** What is known of the goods; facts that it does not have are left out. */
export function Facts({ goods }: { goods: GoodsDetailWire }) {
  const { bzdw } = goods
  const device = goods.drug_class === 'device'
  const facts: [string, string][] = [
    [device ? '产品名称' : '通用名称', goods.generic_name],
    ['商品名', goods.trade_name],
    ['剂型', goods.dosage_form],
    ['规格', goods.ypgg],
    ['包装单位', bzdw],
    ['中包装 / 件装', `${goods.mid_pack} ${bzdw} / ${goods.case_pack} ${bzdw}`],
    [device ? '注册 / 备案号' : '批准文号', goods.approval_no],
    ['生产厂家', goods.sccj],
    ...GOODS_TEXT_FIELDS.map((field): [string, string] => [
      device && field === 'holder' ? '注册人' : GOODS_TEXTS[field].name,
      goods[field],
    ]),
    ['分类', [CLASSES[goods.drug_class], goods.scope_name].filter(Boolean).join(' · ')],
    ['储藏', goods.storage],
    ['有效期', goods.shelf_life_months ? `${goods.shelf_life_months} 个月` : ''],
    ['医保类别', goods.insurance_class && `${goods.insurance_class}类`],
    ['条形码', goods.barcode],
  ]
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
