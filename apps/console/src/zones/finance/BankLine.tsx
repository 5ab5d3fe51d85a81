import { CheckOutlined, CloseOutlined, WarningOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { BankLineWire, BankTargetWire } from '#contract/bank.ts'
import { moneyText } from '#ui/yuan.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { FileView } from '../../parts/FileView.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { InSide } from '../../parts/slots.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useNextRow } from '../../parts/useNextRow.ts'
import { useReason } from '../../parts/useReason.tsx'
import { useWork } from '../../parts/useWork.tsx'
import { calls } from './calls.ts'
import css from './finance.module.css'

const FITS: readonly (readonly [keyof BankTargetWire['fits'], string])[] = [
  ['name', '户名'],
  ['amount', '金额'],
  ['number', '单号'],
  ['account', '账号'],
]
const STANDINGS = { due: '', booked: '已凭手工确认入账，只对上，不再入账', closed: '已取消，收下后由财务汇回' } as const
const CHOICES = 3

function Fit({ holds }: { holds: 0 | 1 | number }) {
  return holds ? <CheckOutlined className="ok" aria-label="相符" /> : <WarningOutlined className="w" aria-label="不符" />
}

function Targets({ list, chosen, onChoose }: { list: readonly BankTargetWire[]; chosen: number; onChoose: (at: number) => void }) {
  if (list.length === 0) return <p className="muted">没有找到金额、户名或单号相符的订单、充值和还款。可以转待查款项。</p>
  return (
    <table className="tb tb-in">
      <thead>
        <tr>
          <th />
          <th>单据</th>
          <th>企业</th>
          <th className="num">应收</th>
          <th className="num">把握</th>
        </tr>
      </thead>
      <tbody>
        {list.map((one, at) => (
          <tr key={one.payment_no || one.order_no} className={at === chosen ? 'is-cur' : ''}>
            <td>
              <Button
                size="small"
                type={at === chosen ? 'primary' : 'default'}
                aria-label={at < CHOICES ? `${at + 1} 选 ${one.what}` : `选 ${one.what}`}
                onClick={() => onChoose(at)}
              >
                {at < CHOICES ? <Kbd of={String(at + 1)} /> : '选'}
              </Button>
            </td>
            <td className="nowrap">
              {one.order_id === null ? one.what : <To to={`orders/${one.order_id}`}>{one.what}</To>}
              {one.is_hm === 1 && <span className="chip">含麻</span>}
            </td>
            <td className={`ell ${css.name}`} title={one.company}>
              {one.company}
            </td>
            <td className="num">
              <Money yuan={one.amount} />
            </td>
            <td className="num strong">{one.percent}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Compared({ line, target }: { line: BankLineWire; target: BankTargetWire }) {
  const said: Readonly<Record<string, readonly [string, string]>> = {
    name: [line.payer_name, target.company],
    amount: [moneyText(line.amount), moneyText(target.amount)],
    number: [line.memo, target.order_no || target.what],
    account: [line.payer_account, target.proof_account || '没有凭证'],
  }
  return (
    <table className="tb tb-in">
      <thead>
        <tr>
          <th>项目</th>
          <th>来账</th>
          <th>单据</th>
          <th>相符</th>
        </tr>
      </thead>
      <tbody>
        {FITS.map(([what, name]) => (
          <tr key={what}>
            <td className="muted">{name}</td>
            <td>{said[what]?.[0]}</td>
            <td>{said[what]?.[1]}</td>
            <td>
              <Fit holds={target.fits[what]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One line beside what it may be for. */
export function BankLine({ row, onClose }: { row: BankLineWire; onClose: () => void }) {
  const may = useMay()
  const next = useNextRow(calls.bankLines, 'id')
  const [chosen, setChosen] = useState(0)
  const answer = useAsk(calls.bankLine, { params: { id: row.id } })
  const { targets = [], line = row, proofs = [] } = answer.data ?? {}
  const isOpen = line.state === 'open'
  const canDecide = may('transfers.confirm') && isOpen
  const work = useWork('bank_line', row.id, canDecide)
  const target = targets[chosen]
  const proof = proofs.find(({ id }) => id === target?.proof_id)
  const deed = useDeed(calls.bankDecide, {
    outdates: [calls.bankLines, calls.bankLine, calls.proofs, calls.transfers, calls.suspense],
    done: ({ state, matched_to }) => (state === 'matched' ? `已对到${matched_to}` : state === 'suspended' ? `已转${matched_to}` : '已办妥'),
  })
  const reason = useReason(deed.problem)
  const run = async (command: 'match' | 'suspend' | 'aside' | 'reopen', body: object): Promise<boolean> => {
    const done = await deed.run({ params: { id: row.id, command }, body })
    if (done && command !== 'reopen') next(row.id)
    return done
  }
  const match = () => {
    if (target?.bookable !== 1) return
    const aim = target.payment_no ? { payment_no: target.payment_no } : { order_no: target.order_no }
    if (target.fits.name === 1) return void run('match', aim)
    reason.ask({
      title: '付款户不是该企业',
      what: (
        <>
          {line.payer_name || '未写明付款户'} 的 <Money yuan={line.amount} strong /> 对到 {target.company} 的{target.what}
          ，不能撤回。
        </>
      ),
      ok: '对上',
      usual: ['法定代表人代付，已收证明', '总部代门店付款', '户名简称，账号与凭证一致'],
      run: (text) => run('match', { ...aim, reason: text }),
    })
  }
  const other = (command: 'suspend' | 'aside' | 'reopen') => {
    const said = {
      suspend: {
        title: '转待查款项',
        what: '记入待查账户，等待查明后入账或汇回。',
        ok: '转待查',
        usual: ['找不到对应的单据', '金额与应付不符', '重复付款'],
      },
      aside: {
        title: '不入账',
        what: '不是客户的货款，不进入商城的账。',
        ok: '不入账',
        usual: ['活期利息', '本公司账户互转', '退回的费用'],
      },
      reopen: { title: '重新匹配', what: '回到待匹配。', ok: '重新匹配', usual: [] },
    }[command]
    reason.ask({
      ...said,
      what: (
        <>
          {line.payer_name} <Money yuan={line.amount} strong />：{said.what}
        </>
      ),
      run: (text) => run(command, { reason: text }),
    })
  }
  useKeys([
    { key: 'Esc', what: '收起右栏', run: onClose },
    { key: 'Enter', what: '确认对到所选', run: match, when: canDecide && target?.bookable === 1 },
    ...Array.from({ length: CHOICES }, (_, at) => ({
      key: String(at + 1),
      what: `选第 ${at + 1} 个`,
      run: () => setChosen(at),
      when: canDecide && at < targets.length,
    })),
    { key: 'H', what: '转待查款项', run: () => other('suspend'), when: canDecide },
    { key: 'N', what: '不入账', run: () => other('aside'), when: canDecide },
  ])
  return (
    <InSide>
      <aside className={css.pane} aria-label="银行来账">
        <header>
          <h2 className="ell">
            {line.payer_name || '未写明付款户'} <Money yuan={line.amount} />
          </h2>
          <span className="grow" />
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label="收起" onClick={onClose} />
        </header>
        {work.bar}
        <div className={css.body}>
          <Section title="来账">
            <Facts
              flat
              items={[
                ...(isOpen ? [] : ([['状态', line.state_name]] as const)),
                ['时间', `${line.day} ${line.time}`],
                ['付款账号', line.payer_account],
                ['附言', line.memo],
                ['流水号', line.serial],
                ...(isOpen
                  ? []
                  : ([
                      ['对到', line.matched_to],
                      ['处理人', line.decided_by],
                      ['说明', line.note],
                    ] as const)),
              ]}
            />
          </Section>
          {isOpen && (
            <Loaded of={answer}>
              {() => (
                <>
                  {target && (
                    <Section title="核对" note={proof ? '凭证图片在下面' : ''}>
                      <Compared line={line} target={target} />
                    </Section>
                  )}
                  <Section title="可对到">
                    <Targets list={targets} chosen={chosen} onChoose={setChosen} />
                  </Section>
                  {target && (
                    <Section title="确认后">
                      <p className={target.why ? 'w' : ''}>
                        {target.why || STANDINGS[target.standing] || `${target.what} 记为已付款 ${moneyText(target.amount)}，不能撤回。`}
                      </p>
                    </Section>
                  )}
                  {proof?.files[0] && (
                    <Section title="客户的转账凭证" note={proof.files.length > 1 ? `共 ${proof.files.length} 张，其余见转账凭证` : ''}>
                      <div className={css.proof}>
                        <FileView key={proof.files[0].id} file={proof.files[0]} />
                      </div>
                    </Section>
                  )}
                  {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
                </>
              )}
            </Loaded>
          )}
        </div>
        {canDecide && (
          <footer className="foot">
            <Button onClick={() => other('aside')}>
              不入账… <Kbd of="N" />
            </Button>
            <Button onClick={() => other('suspend')}>
              转待查… <Kbd of="H" />
            </Button>
            <Button type="primary" className="grow" disabled={target?.bookable !== 1} loading={deed.isBusy} onClick={match}>
              确认，看下一笔 <Kbd of="Enter" />
            </Button>
          </footer>
        )}
        {may('transfers.confirm') && line.state === 'aside' && (
          <footer className="foot">
            <Button onClick={() => other('reopen')}>重新匹配…</Button>
          </footer>
        )}
        {reason.dialog}
      </aside>
    </InSide>
  )
}
