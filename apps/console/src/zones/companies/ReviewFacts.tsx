import { CheckOutlined, CloseOutlined, LockOutlined, WarningOutlined } from '@ant-design/icons'
import { Checkbox } from 'antd'
import type { DataOf } from '#contract/call.ts'
import type { DossierWire } from '#contract/companies.ts'
import { Facts } from '../../parts/Facts.tsx'
import { numberText } from '../../parts/numbers.ts'
import { Section } from '../../parts/Section.tsx'
import type { Waiting } from './review-state.ts'

type Checks = DataOf<typeof import('#contract/company-desk.ts')['staffCompanyChecks']>
type Check = Checks['list'][number]

const MARKS = {
  ok: { icon: <CheckOutlined className="ok" />, tone: '' },
  look: { icon: <WarningOutlined className="w" />, tone: 'w' },
  bad: { icon: <CloseOutlined className="bad" />, tone: 'bad' },
} as const

function CheckList({ list }: { list: readonly Check[] }) {
  return (
    <ul className="checks">
      {list.map(({ kind, text, tone }) => (
        <li key={`${kind}${text}`} className={MARKS[tone].tone}>
          {MARKS[tone].icon} {text}
        </li>
      ))}
    </ul>
  )
}

const figuresOf = (list: readonly Check[]) => {
  const count = (tone: Check['tone']) => list.filter((one) => one.tone === tone).length
  const [ok, look, bad] = [count('ok'), count('look'), count('bad')]
  return (
    <>
      <span className="ok">{ok} 项相符</span>
      {look > 0 && <span className="w"> {look} 项请看图</span>}
      {bad > 0 && <span className="bad"> {bad} 项不符</span>}
    </>
  )
}

interface Props {
  dossier: DossierWire
  current: Waiting
  checks: Checks | undefined
  classes: readonly string[]
  onClasses: (classes: string[]) => void
}

/** What the company typed of this paper, and what the machine found in it. */
export function ReviewFacts({ dossier, current: { paper, version }, checks, classes, onClasses }: Props) {
  const own = checks?.list.filter(({ kind }) => kind === paper.kind) ?? []
  const whole = checks?.list.filter(({ kind }) => kind === '') ?? []
  return (
    <>
      <Section title={paper.name} note="客户填写">
        <Facts
          items={[
            [paper.labels.number, version.number],
            ['企业名称', dossier.name],
            ...(paper.labels.number === '统一社会信用代码' ? [] : [['信用代码', dossier.credit_code] as const]),
            ['法定代表人', dossier.legal_person],
            ['经营地址', `${dossier.province}${dossier.city}${dossier.district}${dossier.address}`],
            ...(paper.labels.holder ? [[paper.labels.holder, version.holder] as const] : []),
            [paper.labels.issuer, version.issuer],
            ['签发日期', version.issued_on],
            ['有效期至', version.is_endless === 1 ? '长期' : version.expires_on],
            ...(version.scopes.length > 0
              ? [
                  [
                    '经营范围',
                    <span key="scopes" className="chips">
                      {version.scopes.map(({ code, name }) => (
                        <span key={code} className="chip chip-info">
                          {name}
                        </span>
                      ))}
                    </span>,
                  ] as const,
                ]
              : []),
            ...(version.scope_text ? [['范围原文', version.scope_text] as const] : []),
          ]}
        />
        {paper.class_options.length > 0 && (
          <div className="classes">
            <span className="muted">经营类别</span>
            <Checkbox.Group
              value={[...classes]}
              onChange={(chosen) => onClasses(chosen.map(String))}
              options={paper.class_options.map(({ code, name }) => ({ value: code, label: name }))}
            />
          </div>
        )}
      </Section>
      <Section title="系统核对" note={figuresOf([...own, ...whole])}>
        <CheckList list={own} />
        {whole.length > 0 && <p className="muted s12 checks-whole">整家企业</p>}
        <CheckList list={whole} />
      </Section>
    </>
  )
}

/** How many goods of the range it could buy, by scope. */
export function Buys({ buys }: { buys: Checks['buys'] }) {
  const isOpen = ({ papers, is_free }: Checks['buys'][number]) => papers.length > 0 || is_free === 1
  const shown = buys.filter(({ goods }) => goods > 0)
  const sum = (list: Checks['buys']) => list.reduce((all, { goods }) => all + goods, 0)
  const open = shown.filter(isOpen)
  const shut = shown.filter((one) => !isOpen(one))
  return (
    <Section title="通过后可购" note={`${numberText(sum(open))} / ${numberText(sum(shown))} 个品种`}>
      <table className="tb tb-in">
        <tbody>
          {open.map(({ code, name, goods }) => (
            <tr key={code}>
              <td>
                <CheckOutlined className="ok" /> {name}
              </td>
              <td className="num">{numberText(goods)}</td>
            </tr>
          ))}
          {shut.map(({ code, name, goods }) => (
            <tr key={code} className="muted">
              <td>
                <LockOutlined /> {name} <span className="s12">证照无此范围</span>
              </td>
              <td className="num">{numberText(goods)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted s12">按待审与在档证照载明的范围算，全部通过后生效。</p>
    </Section>
  )
}
