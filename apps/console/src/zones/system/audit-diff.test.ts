import { expect, test } from 'vitest'
import { differences } from './audit-diff.ts'
import { fieldName, fieldWords } from './audit-fields.ts'

test('操作记录的前后逐项并排，改了的在前，名单用顿号连起来', () => {
  expect(differences({ name: '客服', roles: ['a', 'b'] }, { name: '客服', roles: ['a'], reason: '调岗' })).toEqual([
    { field: 'roles', before: 'a、b', after: 'a', isChanged: true },
    { field: 'reason', before: '', after: '调岗', isChanged: true },
    { field: 'name', before: '客服', after: '客服', isChanged: false },
  ])
})
test('新增的记录没有前，删去的没有后', () => {
  expect(differences(null, { state: 'active' })).toEqual([{ field: 'state', before: '', after: 'active', isChanged: true }])
  expect(differences({ state: 'active' }, null)).toEqual([{ field: 'state', before: 'active', after: '', isChanged: true }])
  expect(differences(null, null)).toEqual([])
})
test('项目、状态、是否都用中文；没有名称的照原样', () => {
  expect([fieldName('holder'), fieldName('x_unknown'), fieldName('constructor')]).toEqual(['处理人', 'x_unknown', 'constructor'])
  expect([fieldWords('status', 'paid'), fieldWords('name', 'paid'), fieldWords('shared', 'true')]).toEqual(['待拣货', 'paid', '是'])
})
