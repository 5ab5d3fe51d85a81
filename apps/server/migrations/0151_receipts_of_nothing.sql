-- Receipts that were owed for orders of which nothing is with the buyer: every unit was accepted as missing, or came back. From now on
-- the refund itself ends them.
delete from ephedrine_receipt r
 where r.state in ('awaiting', 'rejected')
   and not exists (
     select from order_line ol where ol.order_id = r.order_id
        and ol.number > coalesce((select sum(l.accepted) from after_sale_line l join after_sale s on s.id = l.after_sale_id
                                   where l.order_line_id = ol.id and (s.kind = 'return' or s.reason = 'short')), 0));
