import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { useDeed } from '../../parts/useDeed.ts'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Letters = typeof import('#contract/figures.ts')['staffFigureLetters']

const COLUMNS: Columns<Letters> = [
  {
    title: '报表',
    dataIndex: 'title',
    ellipsis: true,
    render: (title: string, { read_at }) => (read_at === null ? <b>{title}</b> : title),
  },
  { title: '内容', dataIndex: 'text', ellipsis: true, width: 480 },
  { title: '收到', dataIndex: 'sent_at', width: 150, render: (at: string) => <When at={at} /> },
]

function Letter({ row, onClose }: { row: RowOf<Letters>; onClose: () => void }) {
  const navigate = useNavigate()
  const read = useDeed(calls.letterRead, { done: '', outdates: [calls.letters] })
  const open = async () => {
    if (row.read_at === null) await read.run({ params: { id: row.id } })
    void navigate(`/${row.to}`)
  }
  return (
    <SideDrawer
      title={row.title}
      onClose={onClose}
      foot={
        <>
          {row.read_at === null && <Button onClick={() => void read.run({ params: { id: row.id } })}>已读</Button>}
          <Button type="primary" className="grow" onClick={() => void open()}>
            打开报表
          </Button>
        </>
      }
    >
      <Section title="内容">
        {row.text.split('\n').map((line) => (
          <p key={line} className="report-letter">
            {line.split('；').map((part) => (
              <span key={part}>{part}</span>
            ))}
          </p>
        ))}
      </Section>
    </SideDrawer>
  )
}

/** Reports that were sent to oneself. */
export default function LettersPage() {
  return (
    <ListPage
      what="报表"
      list={calls.letters}
      columns={COLUMNS}
      filters={[{ kind: 'choice', name: 'unread', text: '全部', choices: [{ value: '1', text: '未读' }] }]}
      drawer={(row, close) => <Letter key={row.id} row={row} onClose={close} />}
      empty="还没有发给您的报表"
    />
  )
}
