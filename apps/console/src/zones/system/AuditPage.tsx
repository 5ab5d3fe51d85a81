import { Link } from 'react-router'
import type { AuditSubjectWire } from '#contract/console.ts'
import { AUDIT_ACTIONS } from '#domain/audit-names.ts'
import { To } from '../../app/places.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { type Columns, ListPage, type RowOf } from '../../parts/ListPage.tsx'
import { Section } from '../../parts/Section.tsx'
import { SideDrawer } from '../../parts/SideDrawer.tsx'
import { When } from '../../parts/When.tsx'
import { differences } from './audit-diff.ts'
import { fieldName, fieldWords } from './audit-fields.ts'
import { placeOf } from './audit-places.ts'
import { calls } from './calls.ts'

type Audit = typeof import('#contract/console.ts')['staffAudit']

/** 订单 20261123000001, where it is shown. */
function Subject({ of }: { of: AuditSubjectWire }) {
  const place = placeOf(of)
  const text = of.text || of.name
  return (
    <>
      {of.text && <span className="muted">{of.name} </span>}
      {place ? <To to={place}>{text}</To> : text}
    </>
  )
}

const COLUMNS: Columns<Audit> = [
  { title: '序号', dataIndex: 'id', align: 'right', width: 90 },
  { title: '时间', dataIndex: 'at', width: 150, render: (at: string) => <When at={at} /> },
  { title: '谁', dataIndex: 'actor', render: (actor: string, { roles }) => (roles ? `${actor}（${roles}）` : actor) },
  { title: '做了', dataIndex: 'action_name' },
  { title: '对象', dataIndex: 'of', render: (of: AuditSubjectWire) => <Subject of={of} /> },
  { title: '理由', dataIndex: 'reason', ellipsis: true },
  { title: '来自', dataIndex: 'ip' },
  {
    title: '封存',
    dataIndex: 'sealed',
    width: 70,
    render: (sealed: number) => (sealed === 1 ? <span className="ok s12">已封存</span> : <span className="muted s12">待封存</span>),
  },
]

const DEEDS = Object.entries(AUDIT_ACTIONS).map(([value, text]) => ({ value, text }))

/** A word was taken for an hour, or something was done by it. */
const isEmergency = (action: string, after: unknown): boolean =>
  action.startsWith('emergency.') || (typeof after === 'object' && after !== null && 'emergency' in after)

function Row({ row, onClose }: { row: RowOf<Audit>; onClose: () => void }) {
  const changes = differences(row.before, row.after)
  return (
    <SideDrawer title={row.action_name} note={`第 ${row.id} 条`} onClose={onClose}>
      <Section title="经过">
        <Facts
          flat
          items={[
            ['时间', <When key="at" at={row.at} />],
            ['谁', row.roles ? `${row.actor}（${row.roles}）` : row.actor],
            [
              '对象',
              <span key="of">
                <Subject of={row.of} />{' '}
                <Link className="link s12 nowrap" to={`?subject=${encodeURIComponent(row.subject)}`}>
                  它的全部记录
                </Link>
              </span>,
            ],
            ['理由', row.reason],
            ['来自', row.ip],
            ['代码', `${row.action} ${row.subject}`],
            ['接口', row.call],
            ['请求号', row.request_id],
            ['封存', row.sealed === 1 ? '已入链' : '待入链'],
          ]}
        />
      </Section>
      <Section title="前后">
        {changes.length === 0 ? (
          <p className="muted">这条没有留下前后的内容。</p>
        ) : (
          <table className="tb tb-in diff">
            <thead>
              <tr>
                <th>项目</th>
                <th>前</th>
                <th>后</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after, isChanged }) => (
                <tr key={field}>
                  <td>{fieldName(field)}</td>
                  <td>{fieldWords(field, before) || <span className="muted">—</span>}</td>
                  <td className={isChanged ? 'dirty' : ''}>{fieldWords(field, after) || <span className="muted">—</span>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
    </SideDrawer>
  )
}

export default function AuditPage() {
  return (
    <ListPage
      what="记录"
      list={calls.audit}
      columns={COLUMNS}
      cursor="before"
      filters={[
        { kind: 'search', name: 'actor', text: '谁', width: 140 },
        { kind: 'choice', name: 'action', text: '做了什么', width: 160, choices: DEEDS },
        { kind: 'search', name: 'subject', text: '单号、企业、商品、批号', width: 190 },
        { kind: 'days', name: 'from', until: 'to', text: '日期' },
      ]}
      rowTone={({ action, after }) => (isEmergency(action, after) ? 'is-bad' : '')}
      drawer={(row, close) => <Row row={row} onClose={close} />}
    />
  )
}
