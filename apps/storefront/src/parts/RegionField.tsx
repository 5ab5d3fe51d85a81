import type { ApiClient } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { queryOptions, useQuery } from '#api-client/useQuery.ts'
import type { RegionListWire } from '#contract/region.ts'
import { Select } from '#ui/Select.tsx'
import { memberApi } from '../api/member-calls.ts'
import css from './RegionField.module.css'

export interface RegionValue {
  province: string
  city: string
  district: string
}

/** The same for everybody and for good: read once a visit. */
export function regionQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['regions'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<RegionListWire> => (await client.ask(memberApi.regionList, { signal })).data,
  })
}

interface Props {
  value: RegionValue
  onChange: (value: RegionValue) => void
  errors?: Partial<Record<keyof RegionValue, string>>
  disabled?: boolean
}

/** Names with what is chosen among them, so that a place that the table does not know is shown and not lost. */
const withChosen = (names: readonly string[], chosen: string) => (chosen === '' || names.includes(chosen) ? names : [chosen, ...names])

/** Province, city, district: each choice offers what lies within the one before; the only city there is chosen by itself. */
export function RegionField({ value, onChange, errors = {}, disabled = false }: Props) {
  const provinces = useQuery(regionQuery(useApi())).data?.list ?? []
  const cities = provinces.find(({ name }) => name === value.province)?.cities ?? []
  const districts = cities.find(({ name }) => name === value.city)?.districts ?? []
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name)
  const chooseProvince = (province: string) => {
    const [only, ...others] = provinces.find(({ name }) => name === province)?.cities ?? []
    onChange({ province, city: only && others.length === 0 ? only.name : '', district: '' })
  }
  const chooseCity = (city: string) => {
    const [only, ...others] = cities.find(({ name }) => name === city)?.districts ?? []
    onChange({ ...value, city, district: only && others.length === 0 ? only : '' })
  }
  return (
    <div className={css.three}>
      <Select
        label="省份"
        name="province"
        autoComplete="address-level1"
        empty="请选择"
        disabled={disabled}
        options={withChosen(names(provinces), value.province)}
        value={value.province}
        error={errors.province}
        onChange={({ target }) => chooseProvince(target.value)}
      />
      <Select
        label="城市"
        name="city"
        autoComplete="address-level2"
        empty="请选择"
        disabled={disabled || value.province === ''}
        options={withChosen(names(cities), value.city)}
        value={value.city}
        error={errors.city}
        onChange={({ target }) => chooseCity(target.value)}
      />
      <Select
        label="区县"
        name="district"
        autoComplete="address-level3"
        empty="请选择"
        disabled={disabled || value.city === ''}
        options={withChosen(districts, value.district)}
        value={value.district}
        error={errors.district}
        onChange={({ target }) => onChange({ ...value, district: target.value })}
      />
    </div>
  )
}
