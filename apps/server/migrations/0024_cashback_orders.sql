-- Orders of a company that earned cashback: few among many.
create index orders_cashback on orders (company_id, id desc) where cashback_amount > 0;
