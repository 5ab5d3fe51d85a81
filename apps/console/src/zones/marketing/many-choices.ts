import { useAsk } from '../../api/ask.ts'
import { calls } from './calls.ts'

/** Provinces and their cities, as audiences and segments name them. */
export function usePlaces(): { value: string; label: string }[] {
  const regions = useAsk(calls.regions, {}).data?.list ?? []
  return regions.flatMap(({ name, cities }) => [
    { value: name, label: name },
    ...cities.map((city) => ({ value: `${name}${city.name}`, label: `${city.name}（${name}）` })),
  ])
}

/** A choice of several, named by what stands in it while it is empty. */
export const manyOf = (disabled: boolean) => (label: string, width: number) => ({
  mode: 'multiple' as const,
  'aria-label': label,
  placeholder: label,
  disabled,
  style: { minWidth: width },
  popupMatchSelectWidth: false,
})
