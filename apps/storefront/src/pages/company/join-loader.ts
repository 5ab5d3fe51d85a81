import { redirect } from 'react-router'
import type { DossierWire } from '#contract/companies.ts'
import { userQuery } from '../../api/queries.ts'
import type { PageArgs } from '../../app/page.ts'
import { companyQuery, isJoining } from '../../parts/certificates/dossier.ts'
import { regionQuery } from '../../parts/RegionField.tsx'
import { paths } from '../../paths.ts'

/** Who is not signed in signs in first; who has sent the papers already is shown how they stand. */
export async function joinDossier({ api, queries, url }: PageArgs, done: string): Promise<DossierWire> {
  const user = await queries.ensureQueryData(userQuery(api))
  if (user === null) throw redirect(paths.login(url.pathname))
  const [dossier] = await Promise.all([queries.fetchQuery({ ...companyQuery(api), staleTime: 0 }), queries.prefetchQuery(regionQuery(api))])
  if (!isJoining(dossier)) throw redirect(done)
  return dossier
}
