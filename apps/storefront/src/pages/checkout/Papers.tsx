import type { CheckoutSheetWire } from '#contract/checkout.ts'
import { Block } from '#ui/Block.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import css from './checkout.module.css'

type Paper = CheckoutSheetWire['papers'][number]

const verdict = (papers: readonly Paper[]): { tone: StateTone; text: string } => {
  if (papers.some((paper) => paper.state === 'bad')) return { tone: 'bad', text: '有资质需要更新' }
  if (papers.some((paper) => paper.state === 'soon')) return { tone: 'wait', text: '全部有效，有资质即将到期' }
  return { tone: 'ok', text: '全部有效，可以下单' }
}

/** The buyer's papers as the wholesaler has checked them. */
export function Papers({ papers }: { papers: readonly Paper[] }) {
  if (papers.length === 0) return null
  const { tone, text } = verdict(papers)
  return (
    <Block title="资质核对" head={<StateBadge tone={tone}>{text}</StateBadge>}>
      <ul className={css.papers}>
        {papers.map((paper) => (
          <li key={paper.name} className={css[paper.state]}>
            <Icon name={paper.state === 'ok' ? 'check' : 'alert'} />
            <span>
              <b>{paper.name}</b>
              <small>{paper.text}</small>
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
