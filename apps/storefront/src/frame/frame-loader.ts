import type { LoaderFunctionArgs } from 'react-router'
import { focusQuery, headerQuery, linksQuery } from '../api/queries.ts'
import { pageContext } from '../app/page.ts'

/**
 * What the frame shows on every page: read once a visit, kept by the query cache. A part that fails is left out; it does
 * not take the page with it.
 */
export async function frameLoader({ context }: LoaderFunctionArgs): Promise<null> {
  const { api, queries } = context.get(pageContext)
  await Promise.all([
    queries.prefetchQuery(headerQuery(api)),
    queries.prefetchQuery(linksQuery(api)),
    queries.prefetchQuery(focusQuery(api, 'top')),
  ])
  return null
}
