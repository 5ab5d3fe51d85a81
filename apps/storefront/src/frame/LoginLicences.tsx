import { useApi } from '../api/context.tsx'
import { linksQuery } from '../api/queries.ts'
import { useQuery } from '../api/useQuery.ts'
import { Licences } from './Footer.tsx'

/** The operator's licences stand on this page too. */
export function LoginLicences() {
  const links = useQuery(linksQuery(useApi())).data
  return links ? <Licences links={links} bare /> : null
}
