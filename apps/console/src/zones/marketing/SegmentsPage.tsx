import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { type Columns, ListPage } from '../../parts/ListPage.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

type Segments = typeof import('#contract/segments.ts')['staffSegments']

const COLUMNS: Columns<Segments> = [
  { title: '客群', dataIndex: 'name', ellipsis: true, width: 240, render: (name: string) => <b>{name}</b> },
  { title: '条件', dataIndex: 'text', ellipsis: true },
  {
    title: '名单',
    key: 'companies',
    width: 90,
    render: (_, { id }) => (
      <Link className="link" to={`/companies?segment=${id}`} onClick={(event) => event.stopPropagation()}>
        看名单
      </Link>
    ),
  },
  { title: '修改人', dataIndex: 'updated_by', width: 100 },
  { title: '修改于', dataIndex: 'updated_at', width: 130, render: (at: string) => <When at={at} short /> },
]

export default function SegmentsPage() {
  const may = useMay()
  const navigate = useNavigate()
  const can = may('offers.change')
  useKeys([{ key: 'N', what: '新建客群', run: () => navigate('/marketing/segments/new'), when: can }])
  return (
    <ListPage
      what="客群"
      list={calls.segments}
      columns={COLUMNS}
      filters={[{ kind: 'search', name: 'keywords', text: '客群名称', width: 220 }]}
      actions={
        can && (
          <Link to="/marketing/segments/new">
            <Button type="primary" icon={<PlusOutlined />}>
              新建… <Kbd of="N" />
            </Button>
          </Link>
        )
      }
      open={({ id }) => `marketing/segments/${id}`}
      empty="还没有客群"
    />
  )
}
