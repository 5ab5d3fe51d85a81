import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { UPSTREAM_STATES } from '#contract/constants.ts'
import type { UpstreamState } from '#contract/upstream.ts'
import type { Filter } from '../../parts/Filters.tsx'
import { withChange } from '../../parts/list-state.ts'
import { Views } from '../../parts/Views.tsx'
import { UPSTREAM_VIEWS } from './upstream-rules.ts'

type View = (typeof UPSTREAM_VIEWS)[number]

/** How far first trades are, above both of their lists; where all are shown, the state is a filter. without: a state that these never have. */
export function useUpstreamViews(without?: UpstreamState): { view: View; views: ReactNode; filters: Filter[] } {
  const [params, setParams] = useSearchParams()
  const view = UPSTREAM_VIEWS.find(({ key }) => key === (params.get('tab') ?? '')) ?? UPSTREAM_VIEWS[0]
  const states = (Object.keys(UPSTREAM_STATES) as UpstreamState[]).filter((value) => value !== without)
  const choices = states.map((value) => ({ value, text: UPSTREAM_STATES[value] }))
  return {
    view,
    views: (
      <Views
        label="首营进度"
        views={UPSTREAM_VIEWS}
        open={view.key}
        onOpen={(key) => setParams(withChange(params, { tab: key, state: '' }))}
        keys
      />
    ),
    filters: view.key === '' ? [{ kind: 'choice', name: 'state', text: '首营', choices }] : [],
  }
}
