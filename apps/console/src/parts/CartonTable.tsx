import type { CartonWire } from '#contract/packing.ts'
import { numberText } from './numbers.ts'

const aboutOf = ({ box_no, waybill, weight_grams, celsius }: CartonWire): string =>
  [box_no, waybill && `运单 ${waybill}`, weight_grams === null ? '' : `${weight_grams / 1000} kg`, celsius === null ? '' : `${celsius} ℃`]
    .filter(Boolean)
    .join(' · ')

/** What lies in which carton; a carton is named at its first line. */
export function CartonTable({ cartons }: { cartons: readonly CartonWire[] }) {
  return (
    <table className="tb">
      <thead>
        <tr>
          <th>箱</th>
          <th>商品</th>
          <th>批号</th>
          <th className="num">数量</th>
        </tr>
      </thead>
      <tbody>
        {cartons.flatMap((carton) =>
          carton.goods.map((one, at) => (
            <tr key={`${carton.no}-${one.piece_id}`}>
              <td>
                {at === 0 && (
                  <>
                    <b>{`${carton.no}/${cartons.length} ${carton.kind_name}`}</b> <span className="muted s12">{aboutOf(carton)}</span>
                  </>
                )}
              </td>
              <td>
                {one.name} <span className="muted">{one.spec}</span>
              </td>
              <td>{one.batch_no}</td>
              <td className="num">
                {numberText(one.number)} {one.unit}
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
