import { useState } from 'react'
import type { SealInfoWire } from '#contract/seals.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ApplyForm } from './ApplyForm.tsx'
import { SealCard } from './SealCard.tsx'
import css from './seals.module.css'

/** The seals of the buyer, and the way to one. */
export function OwnSeals({ info }: { info: SealInfoWire }) {
  const [applying, setApplying] = useState(false)
  const button = (
    <Button kind="primary" size="sm" onClick={() => setApplying(true)}>
      申请电子印章
    </Button>
  )
  if (applying) return <ApplyForm info={info} onDone={() => setApplying(false)} />
  return (
    <Block title="本企业印章" head={info.seals.length > 0 && info.can_apply === 1 ? button : undefined}>
      {info.seals.length === 0 ? (
        <Empty
          picture="paper"
          text="还没有电子印章"
          hint={info.can_apply === 1 ? '启用后，签署购销协议时会盖上贵司印章，并加上第二个电子签名。' : info.why}
        >
          {info.can_apply === 1 && button}
        </Empty>
      ) : (
        <ul className={css.seals}>
          {info.seals.map((seal) => (
            <SealCard key={seal.id} seal={seal} people={info.people} />
          ))}
        </ul>
      )}
    </Block>
  )
}
