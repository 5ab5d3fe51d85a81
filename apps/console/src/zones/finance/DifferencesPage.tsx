import { Alert, Button } from 'antd'
import type { ChannelDifferenceWire } from '#contract/channel-bills.ts'
import { useMay } from '../../app/me.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { Money } from '../../parts/Money.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { useNextRow } from '../../parts/useNextRow.ts'
import { useReason } from '../../parts/useReason.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type List = typeof import('#contract/channel-bills.ts')['staffChannelDifferences']
type Row = ChannelDifferenceWire

const USUAL = ['跨日清算，次日账单相符', '渠道手续费', '测试付款', '已与渠道核对，属渠道差错', '退款在途']

const COLUMNS: Columns<List> = [
  { title: '日期', dataIndex: 'day' },
  { title: '渠道', dataIndex: 'channel_name' },
  { title: '差异', dataIndex: 'side_name', render: (name: string) => <b>{name}</b> },
  { title: '方向', dataIndex: 'direction', render: (direction: string) => (direction === 'in' ? '收款' : '退款') },
  { title: '单号', dataIndex: 'number' },
  { title: '本店', dataIndex: 'ours', align: 'right', render: (amount: string | null) => <Money yuan={amount} /> },
  { title: '渠道', dataIndex: 'theirs', key: 'theirs', align: 'right', render: (amount: string | null) => <Money yuan={amount} /> },
  { title: '提示', dataIndex: 'hint', render: (hint: string) => <span className="w">{hint}</span> },
  {
    title: '状态',
    dataIndex: 'state',
    render: (state: Row['state']) => (
      <StateTag tone={state === 'open' ? 'waiting' : 'closed'}>{state === 'open' ? '待处理' : '已关闭'}</StateTag>
    ),
  },
  { title: '说明', dataIndex: 'note', ellipsis: true, width: 200 },
  { title: '关闭人', dataIndex: 'closed_by' },
]

function Look({ row, onClose }: { row: Row; onClose: () => void }) {
  const may = useMay()
  const next = useNextRow(calls.differences, 'id')
  const deed = useDeed(calls.differenceDecide, {
    done: (after) => (after.state === 'closed' ? '差异已关闭' : '差异已重开'),
    outdates: [calls.differences, calls.bills, calls.suspense],
  })
  const reason = useReason(deed.problem)
  const isOpen = row.state === 'open'
  const canClose = may('money.reconcile') && isOpen
  const canBook = may('transfers.confirm') && row.bookable === 1
  const ask = (command: 'book' | 'close' | 'reopen') => {
    const said = {
      book: { title: '补入账', ok: '补入账', usual: ['渠道回调丢失，账单与商户平台一致'] },
      close: { title: '关闭差异', ok: '关闭', usual: USUAL },
      reopen: { title: '重新打开', ok: '重新打开', usual: [] },
    }[command]
    reason.ask({
      ...said,
      what:
        command === 'book' ? (
          <>
            渠道已收 <Money yuan={row.theirs} strong />（{row.number}
            ），按渠道通知同样入账：付得了单的付单，付不了的记入待查款项。不能撤回。
          </>
        ) : (
          `${row.day} ${row.channel_name} ${row.number}：${row.side_name}。`
        ),
      run: async (text) => {
        const done = await deed.run({ params: { id: row.id, command }, body: { version: row.version, reason: text } })
        if (done && command !== 'reopen') next(row.id)
        return done
      },
    })
  }
  useKeys([
    { key: 'C', what: '关闭差异', run: () => ask('close'), when: canClose },
    { key: 'B', what: '补入账', run: () => ask('book'), when: canBook },
  ])
  return (
    <SideDrawer
      title={row.side_name}
      note={`${row.day} ${row.channel_name}`}
      onClose={onClose}
      foot={
        (canClose || canBook || (may('money.reconcile') && !isOpen)) && (
          <>
            {canBook && (
              <Button onClick={() => ask('book')}>
                补入账… <Kbd of="B" />
              </Button>
            )}
            {canClose && (
              <Button type="primary" className="grow" onClick={() => ask('close')}>
                关闭… <Kbd of="C" />
              </Button>
            )}
            {!isOpen && may('money.reconcile') && <Button onClick={() => ask('reopen')}>重新打开…</Button>}
          </>
        )
      }
    >
      {deed.meanwhile && (
        <Alert
          type="warning"
          showIcon
          className="trouble"
          title="您打开之后，别人处理过这处差异"
          description={deed.meanwhile.changes
            .map(({ theirs }) => theirs)
            .filter(Boolean)
            .join('：')}
          action={
            <Button size="small" onClick={deed.dismiss}>
              知道了
            </Button>
          }
        />
      )}
      <Section title="差异">
        <Facts
          flat
          items={[
            ['方向', row.direction === 'in' ? '收款' : '退款'],
            ['单号', row.number],
            ['渠道流水', row.gateway_no],
            ['时间', row.side === 'ours' ? <When key="at" at={row.at} /> : row.at],
            ['本店', <Money key="ours" yuan={row.ours} strong />],
            ['渠道', <Money key="theirs" yuan={row.theirs} strong />],
            ['提示', row.hint],
            ['说明', row.note],
            ['关闭人', row.closed_by],
            ['关闭于', row.closed_at && <When key="closed" at={row.closed_at} />],
          ]}
        />
      </Section>
      {reason.dialog}
    </SideDrawer>
  )
}

/** What a channel's bill and the ledger say differently: each is work until somebody has written down what it was. */
export default function DifferencesPage() {
  return (
    <ListPage
      what="差异"
      list={calls.differences}
      columns={COLUMNS}
      filters={[
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: [
            { value: 'open', text: '待处理' },
            { value: 'closed', text: '已关闭' },
          ],
        },
        {
          kind: 'choice',
          name: 'side',
          text: '差异',
          choices: [
            { value: 'ours', text: '只有本店' },
            { value: 'theirs', text: '只有渠道' },
            { value: 'amount', text: '金额不同' },
          ],
        },
        { kind: 'days', name: 'start_time', until: 'end_time', text: '账单日期' },
      ]}
      drawer={(row, close) => <Look key={`${row.id}:${row.version}`} row={row} onClose={close} />}
      empty="没有差异：上传过的账单都与本店相符"
    />
  )
}
