import { ButtonLink } from '#ui/Button.tsx'
import { paths } from '../../paths.ts'
import css from './rule.module.css'

const RULES: readonly [title: string, lines: readonly string[]][] = [
  [
    '哪些商品进入优选',
    [
      '近 90 天动销稳定、质量投诉为零的品规。',
      '首营资料、授权书和最近三批检验报告齐备。',
      '有效期在 12 个月以上，或按近效期另行标明。',
      '含特殊药品复方制剂、冷链商品不进入优选。',
    ],
  ],
  [
    '怎样包邮',
    [
      '标有“优”的商品单独购买也免运费，不限金额。',
      '与其他商品一起下单时，优选商品的金额同样计入免运费门槛。',
      '一张订单里只有优选商品时不收运费；还有其他商品且未满免运费门槛的，按其他商品收一次运费。',
    ],
  ],
  ['价格与优惠', ['价格按您的专属价、等级价或阶梯价计算，与普通商品一致。', '优选商品可参加满减、赠品和换购，可使用优惠券。']],
  ['发货与售后', ['每日 16:00 前付款的订单当日出库。', '质量问题、破损、错发、少发可在收货后 7 天内申请售后，运费由我们承担。']],
  ['规则调整', ['优选名单每月调整一次。调整前已提交的订单按提交时的规则执行。']],
]

/** /yx/rule: shown without header and footer, so that it can be opened inside other pages. */
export default function SelectedRulePage() {
  return (
    <article className={`wrap ${css.rule}`}>
      <h1>优选规则</h1>
      {RULES.map(([title, lines]) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
      <ButtonLink to={paths.zone('/yx')} kind="primary">
        返回优选包邮专区
      </ButtonLink>
    </article>
  )
}
