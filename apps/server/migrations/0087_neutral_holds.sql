-- Orders that wait for a locked batch said to their buyers what quality had written for itself.
update orders o
   set hold_reasons = (select jsonb_agg(case when r ->> 'code' = 'BATCH_LOCKED'
                                             then jsonb_set(r, '{message}', to_jsonb(regexp_replace(r ->> 'message', ' 已由质管部锁定（.*$', ' 暂停销售，质量部门核查中，不能发货')))
                                             else r end order by at)
                         from jsonb_array_elements(o.hold_reasons) with ordinality as e (r, at))
 where o.hold_reasons @> '[{"code": "BATCH_LOCKED"}]';
