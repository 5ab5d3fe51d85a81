import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import { linksQuery } from '../api/queries.ts'
import { Licences } from './Footer.tsx'

/** The operator's licences stand on this page too. */
export function LoginLicences() {
  const links = useQuery(linksQuery(useApi())).data
  return links ? <Licences links={links} bare /> : null
}
