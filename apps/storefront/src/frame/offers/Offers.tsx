import { FloatAdvert } from './FloatAdvert.tsx'
import { PrizeDraw } from './PrizeDraw.tsx'

/** What comes to the buyer by itself once the page is at rest: the prize draw and the floating advert. */
export default function Offers() {
  return (
    <>
      <PrizeDraw />
      <FloatAdvert />
    </>
  )
}
