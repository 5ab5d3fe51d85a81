import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { FrontPageWire } from '#contract/front.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { KINDS, PageState } from './page-state.tsx'

type Pages = typeof import('#contract/front.ts')['staffPages']

const COLUMNS: Columns<Pages> = [
  { title: '名称', dataIndex: 'name', ellipsis: true, render: (name: string) => <b>{name}</b> },
  { title: '种类', dataIndex: 'kind', width: 110, render: (kind: FrontPageWire['kind']) => KINDS[kind] },
  { title: '状态', dataIndex: 'state', width: 300, render: (_, page: FrontPageWire) => <PageState page={page} /> },
  {
    title: '活动时间',
    dataIndex: 'starts_at',
    width: 260,
    render: (from: string, { ends_at }) => [
      from ? <When key="from" at={from} /> : '立即',
      ' 至 ',
      ends_at ? <When key="until" at={ends_at} /> : '一直',
    ],
  },
  { title: '页面', dataIndex: 'url', width: 210, render: (url: string) => <span className="muted s12">{url}</span> },
  { title: '版本', dataIndex: 'version', width: 64, align: 'right', render: (version: number) => version || '—' },
]

export default function FrontPagesPage() {
  const mayChange = useMay()('front.change')
  const navigate = useNavigate()
  const write = () => navigate('/content/pages/new')
  useKeys([{ key: 'N', what: '新建专题页', run: write, when: mayChange }])
  return (
    <ListPage
      what="专题页"
      list={calls.pages}
      columns={COLUMNS}
      filters={[
        { kind: 'search', name: 'keywords', text: '名称、地址' },
        { kind: 'choice', name: 'kind', text: '种类', choices: Object.entries(KINDS).map(([value, text]) => ({ value, text })) },
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: [
            { value: 'published', text: '已发布' },
            { value: 'draft', text: '草稿' },
            { value: 'waiting', text: '有未发布的修改' },
            { value: 'due', text: '定了时间' },
          ],
        },
      ]}
      open={({ id }) => `content/pages/${id}`}
      actions={
        mayChange && (
          <Button type="primary" icon={<PlusOutlined />} onClick={write}>
            新建专题页 <Kbd of="N" />
          </Button>
        )
      }
    />
  )
}
