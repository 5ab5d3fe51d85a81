import { Button } from 'antd'
import { useState } from 'react'
import type { StaffAgreementWire } from '#contract/agreements.ts'
import { AGREEMENT_STATES } from '#contract/constants.ts'
import { Facts } from '../../parts/Facts.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { When } from '../../parts/When.tsx'
import { AGREEMENT_TONES } from './agreement-tones.ts'
import { Preview } from './Preview.tsx'

type Version = StaffAgreementWire['versions'][number]

interface Props {
  versions: readonly Version[]
  /** Nothing where this person may not. */
  onWithdraw: ((version: Version) => void) | null
  onClose: () => void
}

/** Every approved version, none of which changes any more; one of them to look at, or to take back before it is in force. */
export function AgreementVersions({ versions, onWithdraw, onClose }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const look = versions.find(({ number }) => number === chosen)
  return (
    <SideDrawer
      title={look ? `第 ${look.number} 版` : '各版本'}
      note="批准后一字不改"
      onClose={look ? () => setChosen(null) : onClose}
      foot={
        look?.state === 'coming' &&
        onWithdraw && (
          <Button danger className="grow" onClick={() => onWithdraw(look)}>
            撤回第 {look.number} 版…
          </Button>
        )
      }
    >
      {look ? (
        <>
          <Section title="怎么来的">
            <Facts
              items={[
                [
                  '状态',
                  <StateTag key="state" tone={AGREEMENT_TONES[look.state]}>
                    {AGREEMENT_STATES[look.state]}
                  </StateTag>,
                ],
                ['送审、批准', look.asked_by === '' ? '协议按版本管理以前写的' : `${look.asked_by}、${look.approved_by}`],
                ['生效', <When key="from" at={look.in_force_at} />],
                ['现有企业', look.demanded === 1 ? '要求同意' : '不要求'],
                ['未同意不能下单', look.blocks_on === '' ? '不限制' : `${look.blocks_on} 起`],
                ['已同意', `${numberText(look.accepted)} 家`],
                ['正文摘要', <code key="sha">{look.sha256.slice(0, 16)}…</code>],
                ...(look.withdrawn_by === '' ? [] : ([['撤回', `${look.withdrawn_by}：${look.withdrawn_reason}`]] as const)),
              ]}
            />
          </Section>
          {look.changes !== '' && (
            <Section title="改了什么">
              <p className="pre">{look.changes}</p>
            </Section>
          )}
          <Section title="正文">
            <Preview title={`第 ${look.number} 版`} summary="" body={look.body} />
          </Section>
        </>
      ) : (
        <ul className="article-versions">
          {versions.map((one) => (
            <li key={one.number}>
              <button type="button" onClick={() => setChosen(one.number)}>
                <b>第 {one.number} 版</b> <StateTag tone={AGREEMENT_TONES[one.state]}>{AGREEMENT_STATES[one.state]}</StateTag>
                <When at={one.in_force_at} /> {one.approved_by}
                <span className="grow" />
                <span className="muted s12">{numberText(one.accepted)} 家同意</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </SideDrawer>
  )
}
