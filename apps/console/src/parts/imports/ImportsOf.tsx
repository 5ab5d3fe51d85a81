import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { ImportCalls } from '#contract/imports.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../Kbd.tsx'
import { useKeys } from '../keys.tsx'
import { type Columns, ListPage } from '../ListPage.tsx'
import { numberText } from '../numbers.ts'
import { StateTag } from '../StateTag.tsx'
import { When } from '../When.tsx'
import type { ImportKind } from './import-kinds.ts'
import { toneOf } from './import-states.ts'

type Imports = ImportCalls['list']

const EVERY_MS = 5_000

const COLUMNS: Columns<Imports> = [
  { title: '状态', dataIndex: 'state', width: 110, render: (_, row) => <StateTag tone={toneOf(row)}>{row.state_name}</StateTag> },
  { title: '文件', dataIndex: 'file_name', ellipsis: true, width: 260, render: (name: string) => <b>{name}</b> },
  { title: '导入人', dataIndex: 'by', width: 110 },
  { title: '读入于', dataIndex: 'at', width: 130, render: (at: string) => <When at={at} short /> },
  { title: '导入于', dataIndex: 'landed_at', width: 130, render: (at: string | null) => <When at={at} short /> },
  { title: '行数', dataIndex: 'total', width: 80, align: 'right' },
  { title: '新增', key: 'new', width: 80, align: 'right', render: (_, { counts }) => numberText(counts.new) },
  { title: '改动', key: 'changed', width: 80, align: 'right', render: (_, { counts }) => numberText(counts.changed) },
  { title: '不导入', key: 'refused', width: 80, align: 'right', render: (_, { counts }) => numberText(counts.refused) },
  { title: '已写入', key: 'landed', width: 80, align: 'right', render: (_, { counts }) => numberText(counts.landed) },
]

export function ImportsOf({ kind }: { kind: ImportKind }) {
  const may = useMay()
  const navigate = useNavigate()
  const can = may(kind.word)
  useKeys([{ key: 'N', what: '导入文件', run: () => navigate(`/${kind.place}/new`), when: can }])
  return (
    <ListPage
      what="导入"
      list={kind.calls.list}
      columns={COLUMNS}
      every={EVERY_MS}
      filters={[
        {
          kind: 'choice',
          name: 'state',
          text: '状态',
          choices: [
            { value: 'columns', text: '待定列' },
            { value: 'checked', text: '待提交、待批准' },
            { value: 'running', text: '导入中' },
            { value: 'done', text: '已导入' },
            { value: 'undone', text: '已撤销' },
            { value: 'cancelled', text: '已放弃' },
            { value: 'failed', text: '失败' },
          ],
        },
      ]}
      actions={
        can && (
          <Link to={`/${kind.place}/new`}>
            <Button type="primary" icon={<UploadOutlined />}>
              导入文件… <Kbd of="N" />
            </Button>
          </Link>
        )
      }
      open={({ id }) => `${kind.place}/${id}`}
      empty={`还没有导入过${kind.noun}`}
    />
  )
}
