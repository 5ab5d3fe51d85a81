-- 经营类别: which classes of medicines the licence of a retail pharmacy states. null: nobody has read it, and it limits nothing. Viewers
-- hear of a change by the trigger on company (migration 0003).
create function are_drug_classes(classes text[]) returns boolean language sql immutable
  return classes is null or (cardinality(classes) > 0 and classes <@ array['rx', 'otc_a', 'otc_b']);

alter table company
  add column drug_classes text[] check (are_drug_classes(drug_classes)),
  -- When quality read it; what quality has read no import changes.
  add column drug_classes_read_at timestamptz;

-- What a version of the licence states, as its holder filled it in and quality passed it.
alter table certificate add column drug_classes text[] check (are_drug_classes(drug_classes));

-- As it was when the order was placed.
alter table order_licence add column drug_classes text[];
