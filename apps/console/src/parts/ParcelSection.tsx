import type { StaffOrderWire } from '#contract/staff-orders.ts'
import { useMay } from '../app/me.ts'
import { CartonTable } from './CartonTable.tsx'
import { Facts } from './Facts.tsx'
import { Section } from './Section.tsx'
import { When } from './When.tsx'

/** The parcel and the papers that go with it; each opens to be printed. */
export function ParcelSection({ order: { parcel } }: { order: Pick<StaffOrderWire, 'parcel'> }) {
  const may = useMay()
  if (parcel === null)
    return (
      <Section title="发货与单据">
        <p className="muted">尚未发货。</p>
      </Section>
    )
  return (
    <Section title="发货与单据" note={<When at={parcel.shipped_at} />}>
      <Facts
        flat
        items={[
          ['运单', `${parcel.carrier} ${parcel.waybill}`],
          ['件数', parcel.packages ? `${parcel.packages} 件` : ''],
          ['拣货 / 复核', `${parcel.picked_by} / ${parcel.checked_by}`],
          ['签收', <When key="d" at={parcel.delivered_at} empty="未签收" />],
          ...(parcel.cold_chain === 1
            ? ([['冷链', [parcel.transport, parcel.box_no, parcel.temperature_note].filter(Boolean).join(' · ')]] as const)
            : []),
          ...parcel.papers.map(
            (paper) =>
              [
                paper.kind_name,
                paper.ready === 1 && may('papers.view') ? (
                  <a
                    key={paper.id}
                    className="link"
                    href={`/api/staff/document/${paper.id}/file?inline=1`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {paper.no}
                    {paper.version > 1 && `（第 ${paper.version} 版）`}
                  </a>
                ) : (
                  `${paper.no} ${paper.state_name}`
                ),
              ] as const,
          ),
          ...parcel.events.slice(0, 3).map((one) => [one.place || '物流', one.text] as const),
        ]}
      />
      {parcel.cartons.length > 0 && (
        <Section title="装箱" note={`${parcel.cartons.length} 箱`}>
          <CartonTable cartons={parcel.cartons} />
        </Section>
      )}
    </Section>
  )
}
