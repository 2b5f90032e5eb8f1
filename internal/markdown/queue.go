package markdown

// queue is a list that loses its oldest items and gets new ones, without copying at each loss.
type queue[T any] struct {
	items []T
	room  []T // the memory behind items, from its start
	lost  int // how many items were dropped: the number of items[0]
}

func (q *queue[T]) push(item T) {
	if len(q.items) == cap(q.items) {
		if cap(q.room) < 2*len(q.items) || cap(q.room) == 0 {
			q.room = make([]T, 0, 2*len(q.items)+16)
		}
		q.items = append(q.room[:0], q.items...)
	}
	q.items = append(q.items, item)
}

// drop loses the n oldest.
func (q *queue[T]) drop(n int) {
	q.items = q.items[n:]
	q.lost += n
	if len(q.items) == 0 {
		q.items = q.room[:0]
	}
}

// at is the item with a number, counted over all that were ever pushed.
func (q *queue[T]) at(number int) *T { return &q.items[number-q.lost] }

// end is the number that the next item gets.
func (q *queue[T]) end() int { return q.lost + len(q.items) }
