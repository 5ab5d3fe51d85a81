import { Icon, type IconName } from '#ui/Icon.tsx'
import { PackStage } from '../../parts/PackStage.tsx'
import css from './LoginPage.module.css'

const POINTS: readonly { icon: IconName; text: string }[] = [
  { icon: 'search', text: '拼音首字母找药，阶梯价与效期一目了然' },
  { icon: 'shield', text: '每批可追溯，按先到期先出发货' },
  { icon: 'file', text: '随货同行与药检资料逐批归档' },
]

/** The left half on wide screens: what the shop is for. */
export function LoginArt() {
  return (
    <section className={css.art} aria-label="平台介绍">
      <h2>
        一张清单，
        <br />
        从报价到药检报告
      </h2>
      <ul>
        {POINTS.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
      <PackStage className={css.stage} />
    </section>
  )
}
