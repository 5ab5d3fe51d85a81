import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { MenuEntryWire } from '#contract/content.ts'
import { headerQuery } from '../../api/queries.ts'

/** The four category trees of the header: 药品, 优选, 中药, 器械. */
export function useTrees(): readonly (readonly MenuEntryWire[])[] {
  const header = useQuery(headerQuery(useApi())).data
  return header ? [header.category, header.category_yx, header.category_zy, header.category_qx] : []
}
