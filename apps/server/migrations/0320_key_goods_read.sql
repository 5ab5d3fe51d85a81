-- care_goods_planned as it was, asked of all goods at once by the list of key goods: the words of a form are compared byte by byte.
create or replace function care_goods_planned(today date) returns table (goods_id bigint, code text, found text[], decision_id bigint, state text)
language sql stable as $$
  select g.id, g.code, r.found, d.id,
         case when d.is_key then 'key' when not d.is_key and r.found <@ d.grounds then 'general' when r.found <> '{}' then 'proposed' else 'other' end
    from goods g
    left join lateral (select c.id, c.is_key, c.grounds from care_goods c where c.goods_id = g.id order by c.id desc limit 1) d on true
    cross join lateral (select array_remove(array[
      case when exists (select from goods_first_trade f where f.goods_id = g.id and f.passed_at > today - interval '1 year') then 'first_year' end,
      case when g.cold_chain then 'cold' end,
      case when g.kind = 'herb' or (g.dosage_form collate "C") like any (array['%糖浆%', '%栓%', '%软胶囊%', '%蜜丸%', '%煎膏%', '%泡腾%', '%酊%', '%乳膏%',
        '%眼膏%', '%滴眼%', '%酏%', '%口服溶液%', '%口服液%']) then 'spoiling' end,
      case when g.shelf_life_months <= 12 then 'short_life' end,
      case when exists (select from unqualified u where u.goods_id = g.id and u.state in ('bad', 'gone')) then 'unqualified' end], null) as found offset 0) r
$$;
