import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'

export function UpstreamHistory({ subject }: { subject: string }) {
  return (
    <Loaded of={useAsk(calls.audit, { query: { subject, per_page: 100 } })}>
      {({ list }) => (
        <Section title="操作记录" note="最近 100 条">
          <Rows
            rows={list}
            id={(row) => row.id}
            empty="还没有记录"
            columns={[
              ['时间', (row) => <When at={row.at} />],
              ['谁', (row) => (row.roles ? `${row.actor}（${row.roles}）` : row.actor)],
              ['做了', (row) => row.action_name],
              ['理由', (row) => row.reason],
            ]}
          />
        </Section>
      )}
    </Loaded>
  )
}
